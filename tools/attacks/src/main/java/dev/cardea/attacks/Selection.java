package dev.cardea.attacks;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which attacks run, and how much of them.
 *
 * @param groups {@code null} where the caller chose none
 * @param only the ids of the attacks that run; empty for all
 * @param oneIn one in so many entries of a long list is tried
 */
record Selection(@Nullable Set<Group> groups, Set<String> only, int oneIn) {
    static final Selection USUAL = new Selection(null, Set.of(), 1);

    Selection {
        only = Set.copyOf(only);
    }

    Selection groups(Set<Group> value) {
        return new Selection(value, only, oneIn);
    }

    Selection only(Set<String> value) {
        return new Selection(groups, value, oneIn);
    }

    Selection oneIn(int value) {
        return new Selection(groups, only, value);
    }

    boolean has(Attack attack) {
        return only.isEmpty() || only.contains(attack.id());
    }

    /** @param allowsAll whether all groups run if the caller chose none; otherwise only the anonymous one does */
    Set<Group> groupsFor(boolean allowsAll) {
        if (groups != null) return groups;
        return allowsAll ? EnumSet.allOf(Group.class) : EnumSet.of(Group.ANONYMOUS);
    }
}
