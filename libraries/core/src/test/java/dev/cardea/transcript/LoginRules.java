package dev.cardea.transcript;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Users, accounts and the rows of sessions. */
final class LoginRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "A completed sign-in gets a new row, and the row of the presented session is deleted.",
                    "signing in while signed in",
                    "Q-38, security D8",
                    LoginRules::ownRow),
            new Rule(
                    "Linking an account to an existing user does not create a user.",
                    "event `createUser` on linking by email",
                    "Q-40",
                    Rule.ofAnswer(LoginRules::linkingCreatesNobody)),
            new Rule(
                    "A user whose account could not be linked is removed.",
                    "the first sign-in",
                    "Q-41",
                    Rule.ofAnswer(LoginRules::undone)),
            new Rule(
                    "An account is looked up again before a sign-in is refused, as a parallel one may have stored it.",
                    "a sign-in whose address is taken",
                    "decision 018",
                    Rule.ofAnswer(LoginRules::askedAgain)));

    private static final String READ = "adapter.getSessionAndUser";
    private static final Duration MONTH = Duration.ofDays(30);
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\")");

    private LoginRules() {}

    private static Outcome ownRow(Transcript transcript, Outcome expected) {
        int read = expected.indexOf(READ);
        if (expected.indexOf("event.signIn") < 0 || read < 0 || !isLive(transcript)) return expected;
        var calls = new ArrayList<>(expected.calls());
        var deletion = "adapter.deleteSession" + calls.get(read).substring(READ.length());
        int creation = expected.indexOf("adapter.createSession");
        if (creation < 0) return newRow(transcript, expected, deletion);
        if (calls.contains(deletion)) return expected;
        int change = expected.indexOf("adapter.updateUser");
        calls.add(change < 0 ? creation : change, deletion);
        return expected.calls(calls);
    }

    private static Outcome newRow(Transcript transcript, Outcome expected, String deletion) {
        var calls = new ArrayList<>(expected.calls());
        int passkey = expected.indexOf("adapter.createAuthenticator");
        int told = passkey < 0 ? expected.indexOf("event.signIn") : passkey;
        var userId = transcript
                .returned(READ)
                .get(Claim.object("user"))
                .orElseThrow()
                .value("id");
        var row = Claims.of("expires", IsoTime.print(transcript.now().plus(MONTH)))
                .with("sessionToken", "<random our session>")
                .with("userId", userId);
        calls.add(told, "adapter.createSession" + Wire.print(List.of(row)));
        calls.add(told, deletion);
        var cookies = new ArrayList<>(expected.cookies());
        var name = AnswerRules.cookieName(transcript, "session-token");
        cookies.replaceAll(cookie -> cookie.startsWith(name + "=")
                ? AnswerRules.cookie(transcript, "session-token", "<random our session>", MONTH)
                : cookie);
        return expected.calls(calls).cookies(cookies);
    }

    private static boolean isLive(Transcript transcript) {
        var session = transcript.returned(READ).get(Claim.object("session"));
        return session.isPresent()
                && Wire.plain(session.get().value("expires")) instanceof Instant expires
                && !expires.isBefore(transcript.now());
    }

    private static Outcome linkingCreatesNobody(Outcome expected) {
        int told = expected.indexOf("event.createUser");
        if (told < 0 || expected.indexOf("adapter.createUser") >= 0) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.remove(told);
        return expected.calls(calls);
    }

    private static Outcome undone(Outcome expected) {
        int link = expected.indexOf("adapter.linkAccount");
        int created = expected.indexOf("event.createUser");
        boolean linked = link < 0 || !expected.isRefused() || expected.indexOf("event.linkAccount") >= 0;
        if (linked || created < 0) return expected;
        var calls = new ArrayList<>(expected.calls());
        var id = ID.matcher(calls.get(created));
        if (!id.find()) throw new IllegalStateException("a user without an id: " + calls.get(created));
        calls.add(link + 1, "adapter.deleteUser[" + id.group(1) + "]");
        return expected.calls(calls);
    }

    private static Outcome askedAgain(Outcome expected) {
        int taken = expected.indexOf("adapter.getUserByEmail");
        boolean isRefused =
                expected.calls().stream().anyMatch(call -> call.startsWith("logger.error OAuthAccountNotLinked"));
        if (taken < 0 || !isRefused) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.add(taken + 1, calls.get(expected.indexOf("adapter.getUserByAccount")));
        return expected.calls(calls);
    }
}
