package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.List;

/** What reading a session does when something fails. */
final class SessionRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "A callback that throws while a session is read does not end the session.",
                    "a `jwt` or `session` callback that throws while a session is read",
                    "a fault of the application, or an outage behind it, must not sign users out",
                    SessionRules::kept),
            new Rule(
                    "A session cookie that cannot be read is a warning.",
                    "a session cookie that cannot be read",
                    "any visitor can send one, and fill the log",
                    SessionRules::warned));

    private static final String ERROR = "logger.error JWTSessionError error";
    private static final String SIGN_OUT = "logger.error SignOutError error";

    private SessionRules() {}

    private static Outcome kept(Transcript transcript, Outcome expected) {
        if (!expected.calls().contains(ERROR) || !hasThrown(transcript, "callback.")) return expected;
        var deletion = AnswerRules.deletion(transcript, "session-token");
        return expected.cookies(expected.cookies().stream()
                .filter(cookie -> !cookie.equals(deletion))
                .toList());
    }

    private static Outcome warned(Transcript transcript, Outcome expected) {
        if (expected.indexOf("callback.jwt") >= 0 || hasThrown(transcript, "jwt.")) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(call -> call.equals(ERROR) || (call.equals(SIGN_OUT) && !hasThrown(transcript, "adapter."))
                ? "logger.warn unreadable-session-cookie"
                : call);
        return expected.calls(calls);
    }

    private static boolean hasThrown(Transcript transcript, String kind) {
        return transcript.objects("calls").stream()
                .anyMatch(call -> call.text("name").startsWith(kind) && call.has("threw"));
    }
}
