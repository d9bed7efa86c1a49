package dev.cardea.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * The violations from before a rule, listed in {@code frozen.txt} as {@code rule: violation}. The list may only shrink:
 * a new violation fails, and so does a line whose violation is gone.
 */
final class FrozenViolations {
    private static final List<String> LINES = Modules.read(
                    Modules.TOP.resolve("tests/architecture-tests/src/test/resources/frozen.txt"))
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .toList();

    private FrozenViolations() {}

    static void check(String rule, Collection<String> violations) {
        var present = new TreeSet<>(violations);
        var listed = new TreeSet<>(LINES.stream()
                .filter(line -> line.startsWith(rule + ": "))
                .map(line -> line.substring(rule.length() + 2))
                .toList());
        assertThat(present)
                .as("new violations of rule \"%s\"; frozen.txt is only for those from before the rule", rule)
                .isSubsetOf(listed);
        assertThat(listed)
                .as("violations of rule \"%s\" that are gone; remove their lines from frozen.txt", rule)
                .isSubsetOf(present);
    }
}
