package dev.cardea.observe;

import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The action of a module's route, from an enumeration of the module. Immutable.
 *
 * <pre>{@code
 * enum Action implements Choice { NICKNAME }
 *
 * ModuleAction.of(Action.NICKNAME)
 * }</pre>
 */
public final class ModuleAction implements RequestAction {
    private final String label;
    private final boolean isFrequent;

    private ModuleAction(String label, boolean isFrequent) {
        this.label = label;
        this.isFrequent = isFrequent;
    }

    /**
     * Returns the action of a constant.
     *
     * @throws IllegalArgumentException if the label is the name of an action of Cardea, or not 1 to 32 lower-case letters,
     *     digits, hyphens and underscores
     */
    public static <E extends Enum<E> & Choice> ModuleAction of(E constant) {
        var label = constant.label();
        if (isLabel(label)) return new ModuleAction(label, false);
        throw new IllegalArgumentException(constant.name()
                + " cannot be the action of a module: its label must be another one than those of Cardea,"
                + " of 1 to 32 lower-case letters, digits, hyphens and underscores");
    }

    /**
     * Returns an action that was recorded.
     *
     * @throws IllegalArgumentException if no module can have such an action
     */
    public static ModuleAction named(String label) {
        if (!isLabel(label)) throw new IllegalArgumentException("not an action of a module");
        return new ModuleAction(label, false);
    }

    /** Returns the action as a {@link #isFrequent frequent} one. It is equal to this one. */
    public ModuleAction frequent() {
        return new ModuleAction(label, true);
    }

    private static boolean isLabel(String label) {
        boolean isTaken =
                Stream.of(Step.Action.values()).anyMatch(it -> it.label().equals(label));
        return !isTaken && ModuleLabel.isForm(label);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public boolean isFrequent() {
        return isFrequent;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ModuleAction it && it.label.equals(label);
    }

    @Override
    public int hashCode() {
        return label.hashCode();
    }

    @Override
    public String toString() {
        return label;
    }
}
