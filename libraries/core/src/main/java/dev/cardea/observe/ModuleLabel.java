package dev.cardea.observe;

import java.util.regex.Pattern;

/**
 * A value of a closed list of a module: 1 to 32 lowercase letters, digits, hyphens and underscores. Outside of tests,
 * {@link #of} makes one.
 */
public record ModuleLabel(String label) implements Label {
    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9_-]{0,31}");

    /** @throws IllegalArgumentException for a text of another form */
    public ModuleLabel {
        if (!isForm(label)) throw new IllegalArgumentException("not a label of a module");
    }

    /** Returns the label of a constant. */
    public static <E extends Enum<E> & Choice> ModuleLabel of(E constant) {
        return new ModuleLabel(constant.label());
    }

    static boolean isForm(String text) {
        return FORM.matcher(text).matches();
    }

    @Override
    public String toString() {
        return label;
    }
}
