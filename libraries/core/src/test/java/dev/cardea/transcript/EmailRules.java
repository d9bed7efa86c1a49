package dev.cardea.transcript;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Signing in with a link. */
final class EmailRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "The row of a link is written before its mail is sent.",
                    "row and email",
                    "Q-44",
                    Rule.ofAnswer(EmailRules::rowBeforeMail)),
            new Rule(
                    "A link whose mail could not be sent is taken back.",
                    "row and email",
                    "Q-44",
                    EmailRules::takenBack),
            new Rule(
                    "An invalid address, and a mail that cannot be sent, are reported on the sign-in page.",
                    "an address that cannot be used, a mail that cannot be sent",
                    "Q-43",
                    EmailRules::toldOnSignIn),
            new Rule(
                    "Callbacks and events see the id of the user who was created.",
                    "`account.userId` of a new user",
                    "Q-22",
                    Rule.ofAnswer(EmailRules::createdUserId)),
            new Rule(
                    "A code that could be guessed has five tries, replaces the one before, and knows its browser.",
                    "a code of less than 64 bits (`generateVerificationToken`)",
                    "record 029",
                    EmailRules::shortCode));

    private static final String MAIL = "provider.sendVerificationRequest";
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\")");

    private EmailRules() {}

    private static Outcome rowBeforeMail(Outcome expected) {
        int mail = expected.indexOf(MAIL);
        int row = expected.indexOf("adapter.createVerificationToken");
        if (mail < 0 || row < mail) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.add(mail, calls.remove(row));
        return expected.calls(calls);
    }

    private static Outcome takenBack(Transcript transcript, Outcome expected) {
        boolean failed =
                transcript.objects("calls").stream().anyMatch(c -> MAIL.equals(c.text("name")) && c.has("threw"));
        if (!failed) return expected;
        var calls = new ArrayList<>(expected.calls());
        int mail = expected.indexOf(MAIL);
        var identifier = found("\"identifier\":\"[^\"]*\"", calls.get(mail));
        var token = "\"token\":\"<hash of " + found("<random \\w+>", found("\"token\":\"[^\"]*\"", calls.get(mail)))
                + ">\"";
        calls.add(mail + 1, "adapter.useVerificationToken[{" + identifier + "," + token + "}]");
        if (expected.indexOf("adapter.createVerificationToken") < 0) {
            var expires = found("\"expires\":\"[^\"]*\"", calls.get(mail));
            calls.add(mail, "adapter.createVerificationToken[{" + expires + "," + identifier + "," + token + "}]");
        }
        return expected.calls(calls);
    }

    private static String found(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        if (!matcher.find()) throw new IllegalStateException(pattern + " is not in " + text);
        return matcher.group();
    }

    private static Outcome toldOnSignIn(Transcript transcript, Outcome expected) {
        boolean email = transcript
                .provider()
                .filter(p -> "email".equals(p.text("type")))
                .isPresent();
        if (!email || !transcript.isPost() || !transcript.isFor("signin")) return expected;
        if (!expected.calls().contains("logger.error AuthError error")) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.replaceAll(c -> c.equals("logger.error AuthError error") ? "logger.error EmailSignin signIn" : c);
        return expected.calls(calls).location("/error?error=Configuration", "/signin?error=EmailSignin");
    }

    /** A row for the code and one for each kind of its tries, after a look for the tries of an older code. */
    private static Outcome shortCode(Transcript transcript, Outcome expected) {
        boolean isShort = transcript.objects("calls").stream()
                .filter(call -> "provider.generateVerificationToken".equals(call.text("name")))
                .anyMatch(call -> call.value("returned") instanceof String code && code.length() < 10);
        int row = expected.indexOf("adapter.createVerificationToken");
        if (!isShort || row < 0) return expected;
        var calls = new ArrayList<>(expected.calls());
        var created = calls.get(row);
        for (var tries : List.of("wrong 0", "browser's")) {
            calls.add(row + 1, created.replaceAll("<random [^>]*>", "<random " + tries + ">"));
        }
        var identifier = found("\"identifier\":\"[^\"]*\"", created);
        for (int n = 5; n >= 0; n--) {
            calls.add(row, "adapter.useVerificationToken[{" + identifier + ",\"token\":\"<random wrong " + n + ">\"}]");
        }
        var id = transcript.provider().orElseThrow().text("id");
        var value = "<jwe " + AnswerRules.cookieName(transcript, "email-code") + " {\"provider\":\"" + id
                + "\",\"value\":\"<random browser>\"}>";
        var cookies = new ArrayList<>(expected.cookies());
        cookies.add(AnswerRules.cookie(transcript, "email-code", value, Duration.ofMinutes(15)));
        return expected.calls(calls).cookies(cookies);
    }

    private static Outcome createdUserId(Outcome expected) {
        int created = expected.indexOf("event.createUser");
        int asked = expected.indexOf("callback.signIn");
        if (created < 0 || !expected.calls().get(asked).contains("\"type\":\"email\"")) return expected;
        var id = ID.matcher(expected.calls().get(created));
        if (!id.find()) return expected;
        var calls = new ArrayList<>(expected.calls());
        calls.subList(created, calls.size())
                .replaceAll(call -> call.replaceAll("\"userId\":\"<random [^>]*>\"", "\"userId\":" + id.group(1)));
        return expected.calls(calls);
    }
}
