package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wherever a callback URL points, the browser stays on this site. */
class OpenRedirectTest {
    private static final List<String> TRICKS = List.of(
            "//evil.com",
            "///evil.com",
            "////evil.com",
            "/\\evil.com",
            "\\/evil.com",
            "\\\\evil.com",
            "/\\/evil.com",
            "/%09/evil.com",
            "/\t/evil.com",
            "/\n/evil.com",
            "/\r/evil.com",
            "/\u000b/evil.com",
            " //evil.com",
            "%20//evil.com",
            "/.//evil.com",
            "/..//evil.com",
            "/./\\evil.com",
            "/;@evil.com",
            "/%2f%2fevil.com",
            "/%5cevil.com",
            "//evil%E3%80%82com",
            "//evil。com",
            "〵evil.com",
            "https:evil.com",
            "https:/evil.com",
            "https:///evil.com",
            "http:\\\\evil.com",
            "HTTPS://EVIL.COM",
            "https://app.example@evil.com",
            "https://app.example:443@evil.com",
            "https://app.example%40evil.com",
            "https://app.example\\@evil.com",
            "https://evil.com\\@app.example",
            "https://evil.com#@app.example",
            "https://evil.com?@app.example",
            "https://app.example.evil.com",
            "https://app.exampleevil.com",
            "https://evilapp.example",
            "https://app.example%2eevil.com",
            "https://app.example\t.evil.com",
            "https://app.example%00.evil.com",
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "blob:https://evil.com/x",
            "https://app.example:444/",
            "http://app.example/",
            "https://[::1]/",
            "https://127.0.0.1/",
            "https://",
            "http://",
            "://",
            ":",
            "?",
            "#",
            "",
            "\0",
            "https://app.example\r\nX: y",
            "ftp://app.example/");

    @ParameterizedTest
    @MethodSource("tricks")
    void no_trick_leaves_the_site(String trick) {
        assertThat(staysHere(end(trick))).as(trick + " → " + end(trick)).isTrue();
    }

    @Test
    void no_mixture_of_tricks_leaves_the_site_or_fails() {
        var random = new SplittableRandom(20260501);
        var parts = List.of(
                "/",
                "//",
                "\\",
                "https:",
                "http:",
                "@",
                "evil.com",
                "app.example",
                ":",
                "%2f",
                "%5c",
                "\t",
                "\n",
                " ",
                ".",
                "..",
                ";",
                "?",
                "#",
                "[",
                "]",
                "。",
                "\u00a0",
                "a",
                "443",
                "%00",
                "\u202e",
                "&",
                "=",
                "|",
                "{");
        for (int i = 0; i < 3_000; i++) {
            var text = new StringBuilder();
            for (int j = random.nextInt(1, 8); j > 0; j--) text.append(parts.get(random.nextInt(parts.size())));
            var end = end(text.toString());
            assertThat(staysHere(end)).as(text + " → " + end).isTrue();
        }
    }

    @Test
    void good_addresses_on_this_site_are_kept() {
        assertThat(end("/dash?x=1&y=2")).isEqualTo(APP + "/dash?x=1&y=2");
        assertThat(end(APP + "/dash#part")).isEqualTo(APP + "/dash#part");
        assertThat(end("/ž")).isEqualTo(APP + "/%C5%BE");
    }

    private static Stream<String> tricks() {
        var all = new ArrayList<>(TRICKS);
        TRICKS.forEach(trick -> all.add("/" + trick));
        TRICKS.forEach(trick -> all.add(APP + trick));
        return all.stream();
    }

    /** Where signing out without a session leads: the shortest way through the rule. */
    private static String end(String callbackUrl) {
        var site = SITE;
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        var token = site.browser.cookie(APP + "/", "__Host-authjs.csrf-token").orElseThrow();
        var answer = site.auth.handle(Request.post(
                        APP + "/auth/signout",
                        "application/x-www-form-urlencoded",
                        "csrfToken=" + csrf + "&callbackUrl=" + Form.encode(callbackUrl))
                .header("cookie", "__Host-authjs.csrf-token=" + Form.encodeComponent(token)));
        assertThat(answer.status()).isEqualTo(302);
        return answer.header("Location").orElseThrow();
    }

    private static final Site SITE = Site.plain();

    private static boolean staysHere(String location) {
        if (!location.startsWith(APP) || location.contains("\\") || !location.matches("[\\x21-\\x7e]*")) return false;
        var after = location.substring(APP.length());
        if (!after.isEmpty() && "/?#".indexOf(after.charAt(0)) < 0) return false;
        var authority = location.substring("https://".length()).split("[/?#]", 2)[0];
        return URI.create("https://" + authority).getHost().equals("app.example");
    }
}
