package dev.cardea.transcript;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The differences that hold everywhere, in the order in which they rewrite what is expected. */
final class Rules {
    static final List<Rule> ALL = Stream.of(
                    ConfigurationRules.ALL,
                    LogRules.ALL,
                    OAuthRules.ALL,
                    EmailRules.ALL,
                    WebAuthnRules.ALL,
                    LoginRules.ALL,
                    SessionRules.ALL,
                    PageRules.ALL,
                    AnswerRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Rules() {}

    /** What is expected of us, and by which rules. */
    record RewrittenOutcome(Outcome outcome, Set<Rule> applied) {}

    static RewrittenOutcome rewrite(Transcript transcript, Outcome recorded) {
        var applied = new LinkedHashSet<Rule>();
        var outcome = recorded;
        for (var rule : ALL) {
            var next = rule.rewrite().apply(transcript, outcome);
            if (!next.equals(outcome)) applied.add(rule);
            outcome = next;
        }
        return new RewrittenOutcome(outcome, applied);
    }
}
