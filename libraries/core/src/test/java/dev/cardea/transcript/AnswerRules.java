package dev.cardea.transcript;

import dev.cardea.jose.Hashes;
import dev.cardea.json.Claim;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Headers, cookies and addresses of every answer. */
final class AnswerRules {
    static final List<Rule> ALL = List.of(
            new Rule(
                    "An address with a query gets its parameters behind it.",
                    "the application's own pages in redirects",
                    "Q-6",
                    AnswerRules::secondQuestionMark),
            new Rule(
                    "Redirects are absolute.",
                    "the application's own pages in redirects",
                    "Q-20",
                    AnswerRules::absolute),
            new Rule(
                    "A failing post gets the token for the next one.",
                    "a failing `POST`",
                    "Q-71",
                    AnswerRules::tokenForTheNext),
            new Rule(
                    "An error has an id, in the log, in a header and on the page.",
                    "errors",
                    "architecture §3",
                    AnswerRules::errorId),
            new Rule(
                    "Raw mode answers with values, and refuses with exceptions.",
                    "raw mode",
                    "architecture §3",
                    AnswerRules::raw),
            new Rule("No answer is for a cache.", "caches", "Q-49, security D2", AnswerRules::uncached),
            new Rule(
                    "No browser guesses the type of an answer, and redirects send no referrer.",
                    "response headers",
                    "security S03",
                    AnswerRules::hardened));

    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final List<String> CACHING = List.of("cache-control", "expires", "pragma");

    private AnswerRules() {}

    static String cookieName(Transcript transcript, String cookie) {
        if (!transcript.hasSecureCookies()) return "authjs." + cookie;
        return (cookie.equals("csrf-token") ? "__Host-" : "__Secure-") + "authjs." + cookie;
    }

    /** A cookie for as long as the browser runs. */
    static String cookie(Transcript transcript, String cookie, String value) {
        return cookieName(transcript, cookie) + "=" + value + "; Path=/" + flags(transcript);
    }

    static String cookie(Transcript transcript, String cookie, String value, Duration age) {
        return cookieName(transcript, cookie) + "=" + value + "; Path=/; Expires="
                + HTTP_DATE.format(transcript.now().plus(age)) + flags(transcript);
    }

    static String deletion(Transcript transcript, String cookie) {
        return cookieName(transcript, cookie) + "=; Max-Age=0; Path=/" + flags(transcript);
    }

    private static String flags(Transcript transcript) {
        return "; HttpOnly" + (transcript.hasSecureCookies() ? "; Secure" : "") + "; SameSite=Lax";
    }

    /** Whether the browser had a token that counts. */
    static boolean hasToken(Transcript transcript) {
        var cookie = transcript.cookies().getOrDefault(cookieName(transcript, "csrf-token"), "");
        var parts = cookie.split("\\|", -1);
        return parts.length >= 2
                && parts[1].equals(
                        Hashes.sha256Hex(parts[0] + transcript.secrets().joined()));
    }

    static String freshToken(Transcript transcript) {
        return cookie(transcript, "csrf-token", "<random our token>|<hash of <random our token>>");
    }

    private static Outcome secondQuestionMark(Transcript transcript, Outcome expected) {
        var outcome = expected;
        for (var page : transcript.config().get(Claim.object("pages")).stream()
                .flatMap(pages -> pages.asMap().values().stream())
                .map(String::valueOf)
                .filter(page -> page.contains("?"))
                .toList()) {
            outcome = outcome.location(transcript.origin() + page + "?", transcript.origin() + page + "&");
        }
        return outcome;
    }

    private static Outcome absolute(Transcript transcript, Outcome expected) {
        if (!expected.location().startsWith("/")) return expected;
        return expected.header("location", transcript.origin() + expected.location())
                .body(expected.body().replace("{\"url\":\"/", "{\"url\":\"" + transcript.origin() + "/"));
    }

    private static Outcome tokenForTheNext(Transcript transcript, Outcome expected) {
        boolean known = !transcript.namesProvider() || transcript.provider().isPresent();
        boolean isConfigured = expected.isRefused() && known && !ConfigurationRules.isBroken(expected);
        if (!transcript.isPost() || !isConfigured || transcript.isRaw()) return expected;
        if (transcript.has("skipCSRFCheck") || hasToken(transcript)) return expected;
        var cookies = new ArrayList<>(expected.cookies());
        cookies.add(0, freshToken(transcript));
        return expected.cookies(cookies);
    }

    private static Outcome errorId(Transcript transcript, Outcome expected) {
        if (!expected.isRefused() || transcript.isRaw()) return expected;
        var named = expected.header("cardea-error-id", "<error id>");
        if (transcript.isFor("session") || ConfigurationRules.isBroken(expected)) return named;
        var cookies = new ArrayList<>(expected.cookies());
        cookies.add("cardea.error-id=<error id>; Max-Age=60; Path=/; HttpOnly;"
                + (transcript.url().startsWith("https:") ? " Secure;" : "") + " SameSite=Lax");
        return named.cookies(cookies);
    }

    private static Outcome raw(Transcript transcript, Outcome expected) {
        if (!transcript.isRaw()) return expected;
        if (expected.isBadRequest()) return expected.status("raw 400").body(expected.body());
        if (expected.isRefused()) {
            var error = expected.calls().get(expected.calls().size() - 1).split(" ");
            return new Outcome("threw " + error[1], Map.of(), List.of(), null, "", expected.calls());
        }
        var outcome = expected;
        for (var name : CACHING) outcome = outcome.header(name, null);
        return outcome;
    }

    private static Outcome hardened(Transcript transcript, Outcome expected) {
        if (transcript.isRaw()) return expected;
        var sniffed = expected.header("x-content-type-options", "nosniff");
        return expected.status().startsWith("3") ? sniffed.header("referrer-policy", "no-referrer") : sniffed;
    }

    private static Outcome uncached(Transcript transcript, Outcome expected) {
        if (transcript.isRaw()) return expected;
        return expected.header("cache-control", "private, no-cache, no-store")
                .header("expires", "0")
                .header("pragma", "no-cache");
    }
}
