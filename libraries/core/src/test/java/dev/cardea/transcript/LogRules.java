package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What is logged, and what functions are called with. */
final class LogRules {
    static final List<Rule> ALL = List.of(
            new Rule("An error is logged once.", "log", "Q-67", Rule.ofAnswer(LogRules::once)),
            new Rule(
                    "Every error that is logged has a type.",
                    "errors without a type",
                    "architecture §3",
                    LogRules::typed),
            new Rule(
                    "A token codec gets values, not the options around it.",
                    "a token codec",
                    "architecture §3",
                    Rule.ofAnswer(LogRules::codec)));

    private static final String STORE = "logger.error AdapterError error";
    private static final Set<String> TOLD_AGAIN =
            Set.of(STORE, "logger.error SessionTokenError error", "logger.error SignOutError error");

    private LogRules() {}

    private static Outcome once(Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        int first = calls.indexOf(STORE);
        if (first < 0 || calls.subList(first + 1, calls.size()).stream().noneMatch(TOLD_AGAIN::contains)) {
            return expected;
        }
        calls.remove(first);
        return expected.calls(calls);
    }

    private static Outcome typed(Transcript transcript, Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(
                call -> call.equals(LoggerDouble.UNTYPED) ? "logger.error " + type(transcript, expected) : call);
        return expected.calls(calls);
    }

    private static String type(Transcript transcript, Outcome expected) {
        if (expected.isBadRequest()) return "UnknownAction error";
        if (transcript.namesProvider() && transcript.provider().isEmpty()) return "InvalidProvider error";
        return transcript.isFor("callback") ? "CallbackRouteError error" : "AuthError error";
    }

    private static Outcome codec(Outcome expected) {
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(call -> {
            if (!call.startsWith("jwt.")) return call;
            var values = call.replace("\"decode\":\"[fn]\",\"encode\":\"[fn]\",", "");
            return call.startsWith("jwt.decode") ? values.replaceAll("\"maxAge\":\\d+,", "") : values;
        });
        return expected.calls(calls);
    }
}
