package dev.cardea.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 6265bis, RFC 9110 §15.4, RFC 3986 §5: the behaviour of browsers. */
class BrowserTest {
    private static final String APP = "https://app.example";
    private static final String OTHER = "https://other.example";

    private final FakeClock clock = FakeClock.at("2026-01-31T00:00:00Z");
    private final List<Request> seen = new ArrayList<>();
    private HttpHandler site = request -> Response.of(200, "text/plain", request.url());
    private final Browser browser = Browser.of(
            Origins.of(APP, this::answer).and(OTHER, this::answer).and("http://plain.example", this::answer), clock);

    @Test
    void redirects_are_followed_and_a_post_becomes_a_get() {
        site = request -> request.path().equals("/start") ? Response.redirect("/end?x=1") : Response.of(200);

        var page = browser.post(APP + "/start", Map.of("a", "b"));

        assertThat(page.url()).isEqualTo(APP + "/end?x=1");
        assertThat(page.trail()).containsExactly(APP + "/start", APP + "/end?x=1");
        assertThat(seen).extracting(Request::method).containsExactly("POST", "GET");
    }

    @Test
    void status_307_keeps_method_and_body() {
        site = request ->
                request.path().equals("/start") ? Response.of(307).header("Location", "/end") : Response.of(200);

        browser.post(APP + "/start", Map.of("a", "b"));

        assertThat(last().method()).isEqualTo("POST");
        assertThat(last().text()).isEqualTo("a=b");
    }

    @Test
    void a_redirect_loop_ends() {
        site = request -> Response.redirect("/again");

        assertThatThrownBy(() -> browser.open(APP + "/")).hasMessageContaining("more than 20 redirects");
    }

    @Test
    void an_unknown_origin_cannot_be_reached() {
        assertThatThrownBy(() -> browser.open("https://nobody.example/"))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("https://nobody.example");
    }

    @ParameterizedTest
    @CsvSource({
        "https://x.example/y?z, https://x.example/y?z",
        "//x.example/y, https://x.example/y",
        "/y, https://app.example/y",
        "?q=1, https://app.example/a/b?q=1",
        "c, https://app.example/a/c",
        "'', https://app.example/a/b?old",
    })
    void addresses_are_resolved_against_the_page(String reference, String expected) {
        assertThat(Page.resolve(Browser.parse(APP + "/a/b?old"), reference)).isEqualTo(expected);
    }

    @Test
    void cookies_come_back_and_can_be_deleted() {
        set("a=1; Path=/; HttpOnly");
        set("b=%20x; Path=/");
        browser.open(APP + "/x");
        assertThat(last().header("cookie")).hasValue("a=1; b=%20x");
        assertThat(browser.cookie(APP, "b")).hasValue(" x");

        set("a=; Path=/; Max-Age=0");
        assertThat(browser.cookies(APP)).containsOnlyKeys("b");
        browser.clearCookies();
        assertThat(browser.cookies(APP)).isEmpty();
    }

    @Test
    void cookies_expire() {
        set("age=1; Path=/; Max-Age=60");
        set("date=1; Path=/; Expires=Sat, 31 Jan 2026 00:02:00 GMT");
        set("session=1; Path=/");

        assertThat(browser.cookies(APP)).containsOnlyKeys("age", "date", "session");
        clock.advance(Duration.ofSeconds(60));
        assertThat(browser.cookies(APP)).containsOnlyKeys("date", "session");
        clock.advance(Duration.ofSeconds(60));
        assertThat(browser.cookies(APP)).containsOnlyKeys("session");
    }

    @Test
    void cookies_are_limited_to_their_path_and_host() {
        set("deep=1; Path=/auth");
        set("host=1; Path=/");
        set("wide=1; Path=/; Domain=app.example");

        assertThat(browser.cookies(APP + "/authors")).containsOnlyKeys("host", "wide");
        assertThat(browser.cookies(APP + "/auth/x").keySet()).containsExactly("deep", "host", "wide");
        assertThat(browser.cookies("https://sub.app.example/")).containsOnlyKeys("wide");
        assertThat(browser.cookies(OTHER)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "__Host-a=1; Path=/; Secure; Domain=app.example",
                "__Host-a=1; Path=/x; Secure",
                "__Host-a=1; Path=/",
                "__Secure-a=1; Path=/",
                "a=1; Domain=other.example",
                "a=1; Domain=example",
                "a=1; SameSite=None",
                "=1",
                "a"
            })
    void an_invalid_cookie_is_not_stored(String line) {
        set(line);

        assertThat(browser.cookies(APP + "/x")).isEmpty();
    }

    @Test
    void a_cookie_over_4096_bytes_is_not_stored() {
        set("a=" + "x".repeat(4095) + "; Path=/");
        set("b=" + "x".repeat(4096) + "; Path=/");

        assertThat(browser.cookies(APP)).containsOnlyKeys("a");
    }

    @Test
    void secure_cookies_need_https_or_this_machine() {
        browser.setCookie("http://plain.example/", "a=1; Secure; Path=/");
        browser.setCookie("http://localhost:3000/", "b=1; Secure; Path=/");

        assertThat(browser.cookies("http://plain.example/")).isEmpty();
        assertThat(browser.cookies("http://localhost:3000/")).containsOnlyKeys("b");
    }

    @Test
    void SameSite_decides_what_other_sites_make_the_browser_send() {
        set("none=1; Path=/; SameSite=None; Secure");
        set("lax=1; Path=/; SameSite=Lax");
        set("strict=1; Path=/; SameSite=Strict");
        site = request -> Response.of(200, "text/html", LEAVING);

        browser.open(OTHER + "/").follow("away");
        assertThat(last().header("cookie")).hasValue("none=1; lax=1");
        browser.open(OTHER + "/").press("post away");
        assertThat(last().header("cookie")).hasValue("none=1");
        browser.open(APP + "/");
        assertThat(last().header("cookie")).hasValue("none=1; lax=1; strict=1");
    }

    private static final String LEAVING = """
            <a href="https://app.example/x">away</a>
            <form method="post" action="https://app.example/x"><button>post away</button></form>
            """;

    @Test
    void a_redirect_through_another_site_is_cross_site() {
        set("strict=1; Path=/; SameSite=Strict");
        site = request -> request.header("host").orElse("").equals("other.example")
                ? Response.redirect(APP + "/back")
                : request.path().equals("/out") ? Response.redirect(OTHER + "/") : Response.of(200);

        browser.open(APP + "/out");

        assertThat(last().path()).isEqualTo("/back");
        assertThat(last().header("cookie")).isEmpty();
    }

    @Test
    void forms_are_sent_with_their_values_and_changes() {
        site = request -> Response.of(200, "text/html", FORMS);

        var form = browser.open(APP + "/in/here").form("Send it");
        assertThat(form.action()).isEqualTo(APP + "/in/there");
        form.fill("name", "Ada & Co").submit();

        assertThat(last().text()).isEqualTo("csrf=%3C1%3E&name=Ada+%26+Co&pick=b&yes=on&via=button");
        assertThat(last().header("origin")).hasValue(APP);
        assertThat(last().header("referer")).hasValue(APP + "/in/here");
        browser.open(APP + "/in/here").form("Search").fill("q", "x y").submit();
        assertThat(last().target()).isEqualTo("/in/here?q=x+y");
    }

    private static final String FORMS = """
            <form method="post" action="there">
              <input type="hidden" name="csrf" value="&lt;1&gt;"><input name="name">
              <select name="pick"><option>a</option><option selected>b</option></select>
              <input type="checkbox" name="yes" checked><input type="checkbox" name="no">
              <button name="via" value="button">Send it</button>
            </form>
            <form><input name="q"><input type="submit" value="Search"></form>
            """;

    @Test
    void a_missing_button_or_link_lists_the_existing_ones() {
        site = request -> Response.of(200, "text/html", FORMS + "<a href=x>There</a>");
        var page = browser.open(APP + "/");

        assertThatThrownBy(() -> page.press("Nope")).hasMessageContaining("Send it");
        assertThatThrownBy(() -> page.follow("Nope")).hasMessageContaining("There");
        assertThatThrownBy(page::form).hasMessageContaining("2 forms");
    }

    private Response answer(Request request) {
        seen.add(request);
        return site.handle(request);
    }

    private void set(String line) {
        browser.setCookie(APP + "/x", line);
    }

    private Request last() {
        return seen.get(seen.size() - 1);
    }
}
