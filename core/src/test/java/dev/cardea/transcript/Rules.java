package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;

/** The differences that hold everywhere, each as what it makes of a recorded answer. docs/differences.md explains them. */
final class Rules {
    /** One decided difference. */
    record Rule(String sentence, BiFunction<Transcript, Outcome, Outcome> rewrite) {}

    private static final Set<String> ADDED = Set.of(
            "content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy",
            "cross-origin-opener-policy", "permissions-policy", "cardea-error-id");

    static final List<Rule> ALL = List.of(
            new Rule("no answer is for a cache", Rules::uncached),
            new Rule("pages say that they are UTF-8", Rules::charset),
            new Rule("an error is logged once", Rules::loggedOnce));

    private Rules() {}

    static Outcome rewrite(Transcript transcript, Outcome expected) {
        var outcome = expected;
        for (var rule : ALL) outcome = rule.rewrite().apply(transcript, outcome);
        return outcome;
    }

    /** The rules that change this case. */
    static Set<String> applied(Transcript transcript, Outcome expected) {
        var applied = new LinkedHashSet<String>();
        var outcome = expected;
        for (var rule : ALL) {
            var next = rule.rewrite().apply(transcript, outcome);
            if (!next.equals(outcome)) applied.add(rule.sentence());
            outcome = next;
        }
        return applied;
    }

    /** Without what we send beyond the reference; other tests say that it is there. */
    static Outcome simplify(Outcome actual) {
        var outcome = actual;
        for (var name : ADDED) outcome = outcome.header(name, null);
        return outcome.cookies(outcome.cookies().stream()
                        .filter(cookie -> !cookie.startsWith("cardea.error-id="))
                        .toList())
                .calls(outcome.calls().stream()
                        .filter(call -> !call.equals("logger.warn weak-secret"))
                        .toList());
    }

    private static Outcome uncached(Transcript transcript, Outcome expected) {
        if (transcript.isRaw()) return expected;
        return expected.header("cache-control", "private, no-cache, no-store")
                .header("expires", "0")
                .header("pragma", "no-cache");
    }

    private static Outcome charset(Transcript transcript, Outcome expected) {
        if (!"text/html".equals(expected.headers().get("content-type"))) return expected;
        return expected.header("content-type", "text/html; charset=utf-8");
    }

    private static Outcome loggedOnce(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int adapter = calls.indexOf("logger.error AdapterError");
        if (adapter < 0 || calls.lastIndexOf("logger.error AdapterError") == adapter) {
            boolean again = calls.stream()
                    .anyMatch(c -> c.equals("logger.error SessionTokenError") || c.equals("logger.error SignOutError"));
            if (!again || adapter < 0) return expected;
        }
        calls.remove(adapter);
        return expected.calls(calls);
    }
}
