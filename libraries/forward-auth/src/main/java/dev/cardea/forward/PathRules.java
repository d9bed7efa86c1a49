package dev.cardea.forward;

import dev.cardea.ProtectedPaths;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which paths need no session, and which need a role. Immutable. */
final class PathRules {
    /** Every path needs a session, and none a role. */
    static final PathRules NONE = new PathRules(List.of(), List.of());

    private final List<String> patterns;
    private final ProtectedPaths publicPaths;
    private final List<Rule> rules;

    private record Rule(ProtectedPaths paths, Set<String> roles) {
        boolean isMetBy(Set<String> has) {
            return roles.isEmpty() || roles.stream().anyMatch(has::contains);
        }
    }

    private PathRules(List<String> patterns, List<Rule> rules) {
        this.patterns = patterns;
        publicPaths = ProtectedPaths.of(patterns);
        this.rules = rules;
    }

    PathRules withPublic(List<String> more) {
        return new PathRules(joined(patterns, more), rules);
    }

    PathRules withRule(String pattern, List<String> roles) {
        if (roles.stream().anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("the rule for " + pattern + " has an empty role");
        }
        var rule = new Rule(ProtectedPaths.of(pattern), new LinkedHashSet<>(roles));
        return new PathRules(patterns, joined(rules, List.of(rule)));
    }

    private static <T> List<T> joined(List<T> some, List<T> more) {
        var all = new ArrayList<>(some);
        all.addAll(more);
        return List.copyOf(all);
    }

    /** Whether a path needs no session: public in every reading, and covered by a rule in none. */
    boolean isPublic(String path) {
        return publicPaths.coverEveryReading(path)
                && rules.stream().noneMatch(rule -> rule.paths().cover(path));
    }

    /** Whether a user with these roles meets every rule that covers a path in any reading. */
    boolean areMet(String path, Set<String> roles) {
        for (var rule : rules) {
            if (rule.paths().cover(path) && !rule.isMetBy(roles)) return false;
        }
        return true;
    }
}
