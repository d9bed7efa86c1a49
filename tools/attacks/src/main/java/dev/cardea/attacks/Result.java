package dev.cardea.attacks;

import java.time.Duration;
import java.util.List;

/**
 * How a site held out against one attack.
 *
 * @param reason why the attack was not run, or has no target; empty otherwise
 * @param findings empty unless a defence is off; at most {@value Trial#MAX_FINDINGS}
 * @param further how many more findings of the same attack were left out
 * @param took how long the attack took
 */
public record Result(
        Attack attack, Outcome outcome, String reason, List<Finding> findings, int further, Duration took) {
    public Result {
        findings = List.copyOf(findings);
    }

    /** Returns the line of the attack, and its findings below it; each line ends with a line feed. */
    public String describe() {
        var text = new StringBuilder(String.format("%-3s %-9s %s", attack.id(), outcome.label(), attack.title()));
        if (!reason.isEmpty()) text.append("; ").append(reason);
        for (var finding : findings) {
            text.append("\n    request   ").append(finding.request());
            text.append("\n    expected  ").append(attack.expected());
            text.append("\n    seen      ").append(finding.seen());
        }
        if (further > 0) text.append("\n    and ").append(further).append(" more");
        if (!findings.isEmpty()) {
            text.append("\n    remedy    ").append(attack.remedy());
            text.append("\n    docs      ").append(attack.docs());
        }
        return text.append('\n').toString();
    }

    /** What became of an attack. */
    public enum Outcome {
        /** The site rejected it. */
        REJECTED("ok"),
        /** A defence is off. */
        SUCCEEDED("broken"),
        /** The site has nothing that the attack is aimed at, such as a credentials provider. */
        NO_TARGET("no target"),
        /** Something that the attack needs was not given, or did not work. This says nothing about the site. */
        NOT_RUN("not run");

        private final String label;

        Outcome(String label) {
            this.label = label;
        }

        /** Returns the words of reports. */
        public String label() {
            return label;
        }
    }
}
