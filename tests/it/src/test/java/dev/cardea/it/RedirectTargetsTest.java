package dev.cardea.it;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.tests.Site;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Wherever a callback URL points, a browser's own URL parser says that the visitor stays here. */
@Tag("node")
@Tag("part")
class RedirectTargetsTest {
    private static final int HOW_MANY = Integer.getInteger("cardea.it.redirects", 2_500);
    private static final long SEED = Long.getLong("cardea.it.seed", 20260501L);

    private static final String[] SCHEMES = {
        "",
        "",
        "https:",
        "http:",
        "HTTPS:",
        "hTtP:",
        "javascript:",
        "java\tscript:",
        "data:",
        "vbscript:",
        "blob:https:",
        "file:",
        "intent:",
        "about:",
        "ftp:",
        "ws:",
        "//",
        "\u0000https:",
        " https:",
        "https\u003a\u200b"
    };
    private static final String[] SLASHES = {
        "",
        "/",
        "//",
        "///",
        "////",
        "\\",
        "\\\\",
        "/\\",
        "\\/",
        "/\t/",
        "/\n/",
        "/\r/",
        "/%09/",
        "/.//",
        "/..//",
        "/./\\",
        "/%2f",
        "%2f%2f",
        "/%5c",
        "/;",
        "〵",
        "／",
        "\u2044",
        "/\u0000/",
        "/ /"
    };
    private static final String[] USERS = {
        "",
        "",
        "",
        "app.example@",
        "app.example:443@",
        "app.example%40",
        "app.example\\@",
        "user:pw@",
        "[::1]@",
        "@",
        ":@",
        "app.example#@",
        "app.example?@",
        "app.example;@"
    };
    private static final String[] HOSTS = {
        "evil.example",
        "EVIL.EXAMPLE",
        "app.example",
        "APP.example",
        "app.example.",
        "app.example.evil.example",
        "app.exampleevil",
        "evilapp.example",
        "app.example%2eevil.example",
        "app.example\t.evil.example",
        "app.example%00.evil.example",
        "app。example",
        "evil。example",
        "evil%E3%80%82example",
        "аpp.example",
        "0x7f000001",
        "2130706433",
        "127.1",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "ⓔvil.example",
        "xn--pp-6ka.example",
        "localhost",
        ""
    };
    private static final String[] PORTS = {"", "", "", ":443", ":444", ":80", ":", ":0443", ":99999", ":4 43", ":\t443"
    };
    private static final String[] PATHS = {
        "",
        "/",
        "/ok",
        "/ok?next=//evil.example",
        "#x",
        "?x",
        "/../..//evil.example",
        "/%0d%0aSet-Cookie:x=1",
        "/\r\nLocation: https://evil.example",
        "/\u560d\u560aSet-Cookie:x=1",
        "\\@app.example",
        "#@app.example",
        "?@app.example",
        "/\ud800",
        "/ž漢🔐",
        "/%zz",
        "/|{}^`<>\"",
        "/a b",
        "/;a=b"
    };
    private static NodeProcess urlParser;

    private final Site site = Site.plain();

    @BeforeAll
    static void start() {
        urlParser = NodeProcess.start("url.mjs", "url");
        urlParser.ask(Claims.of("base", APP + "/auth/signin"));
    }

    @AfterAll
    static void stop() {
        if (urlParser != null) urlParser.close();
    }

    @Test
    void no_made_up_address_leads_away_or_fails() {
        var random = new SplittableRandom(SEED);
        var given = new ArrayList<String>();
        for (int i = 0; i < HOW_MANY; i++) given.add(address(random));
        var ends = given.stream().map(this::signOut).toList();
        assertThat(away(given, ends)).as("seed " + SEED).isEmpty();
        assertThat(ends).allMatch(end -> end.matches("[\\x21-\\x7e]*"));
    }

    @Test
    void an_address_in_the_query_or_in_the_cookie_leads_no_further_than_one_in_the_body() {
        var random = new SplittableRandom(SEED + 1);
        var given = new ArrayList<String>();
        var ends = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            var address = address(random);
            given.add(address);
            ends.add(signOutFrom("?callbackUrl=" + Form.encode(address), ""));
            given.add(address);
            ends.add(signOutFrom("", "; __Secure-authjs.callback-url=" + Form.encodeComponent(address)));
        }
        assertThat(away(given, ends)).isEmpty();
    }

    @Test
    void the_sign_in_page_carries_no_address_that_leads_away() {
        var random = new SplittableRandom(SEED + 2);
        var given = new ArrayList<String>();
        var shown = new ArrayList<String>();
        for (int i = 0; i < 300; i++) {
            var address = address(random);
            var page = site.auth.handle(Request.get(APP + "/auth/signin?callbackUrl=" + Form.encode(address)));
            assertThat(page.status()).isEqualTo(200);
            for (var input : Jsoup.parse(page.text()).select("input[name=callbackUrl]")) {
                given.add(address);
                shown.add(input.attr("value"));
            }
        }
        assertThat(shown).hasSizeGreaterThanOrEqualTo(300);
        assertThat(away(given, shown)).isEmpty();
    }

    @Test
    void the_url_parser_of_node_recognises_addresses_that_lead_away() {
        var known = List.of("//evil.example", "/\\evil.example", "/\t/evil.example", "https:/evil.example", "/ok");
        assertThat(origins(known))
                .containsExactly("https://evil.example", "https://evil.example", "https://evil.example", APP, APP);
    }

    private static List<String> away(List<String> given, List<String> ends) {
        var origins = origins(ends);
        var away = new ArrayList<String>();
        for (int i = 0; i < ends.size(); i++) {
            if (!APP.equals(origins.get(i))) away.add(given.get(i) + " → " + ends.get(i));
        }
        return away;
    }

    private static List<String> origins(List<String> addresses) {
        return ((List<?>) Json.parse(urlParser.ask(Json.print(addresses), 30), 5))
                .stream().map(origin -> (String) origin).toList();
    }

    private static String address(SplittableRandom random) {
        if (random.nextInt(20) == 0) return one(random, SLASHES) + one(random, PATHS);
        return one(random, SCHEMES)
                + one(random, SLASHES)
                + one(random, USERS)
                + one(random, HOSTS)
                + one(random, PORTS)
                + one(random, PATHS);
    }

    private static String one(SplittableRandom random, String[] some) {
        return some[random.nextInt(some.length)];
    }

    private String signOut(String callbackUrl) {
        return signOut("", "", "&callbackUrl=" + Form.encode(callbackUrl));
    }

    private String signOutFrom(String query, String cookies) {
        return signOut(query, cookies, "");
    }

    private String signOut(String query, String cookies, String fields) {
        var token = "f".repeat(64);
        var hash = dev.cardea.jose.Hashes.sha256Hex(token + "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests");
        var answer = site.auth.handle(Request.post(
                        APP + "/auth/signout" + query,
                        "application/x-www-form-urlencoded",
                        "csrfToken=" + token + fields)
                .header("cookie", "__Host-authjs.csrf-token=" + token + "%7C" + hash + cookies));
        assertThat(answer.status()).isEqualTo(302);
        return answer.header("Location").orElseThrow();
    }
}
