package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A single-page application on a listed origin uses the routes from its script, and no other origin does. */
class AllowedOriginsTest {
    private static final String SPA = "https://spa.app.example";

    private final Site site = Site.with(p -> p, config -> config.allowedOrigins(SPA, "http://localhost:5173"));
    private final Browser browser =
            Browser.of(Origins.of(Site.APP, site.auth).and(site.op).and(SPA, request -> Response.of(200)), site.clock);

    @ParameterizedTest
    @CsvSource({"/auth/session", "/auth/csrf", "/auth/providers", "/auth/signin", "/auth/nothing"})
    void a_listed_origin_may_read_every_response(String path) {
        for (var origin : new String[] {SPA, "http://localhost:5173"}) {
            var answer = browser.send(Request.get(Site.APP + path).header("origin", origin));
            assertThat(answer.headers().all("access-control-allow-origin")).containsExactly(origin);
            assertThat(answer.headers().all("access-control-allow-credentials")).containsExactly("true");
            assertThat(answer.header("vary")).hasValue("Origin");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example",
                "null",
                "*",
                "",
                "https://spa.app.example.evil.example",
                "https://evilspa.app.example",
                "https://x.spa.app.example",
                "https://app.example",
                "http://spa.app.example",
                "https://spa.app.example:8443",
                "https://spa.app.example/",
                "https://spa.app.example, https://evil.example",
                "HTTPS://SPA.APP.EXAMPLE",
                "http://localhost:51730",
                "http://localhost"
            })
    void any_other_origin_may_not(String origin) {
        var answer = browser.send(Request.get(Site.APP + "/auth/session").header("origin", origin));
        assertThat(allowances(answer)).isEmpty();
        assertThat(answer.header("vary")).hasValue("Origin");
        var preflight = site.auth.handle(preflight("/auth/signout", origin));
        assertThat(preflight.status()).isEqualTo(400);
        assertThat(allowances(preflight)).isEmpty();
    }

    @Test
    void two_origins_in_one_request_are_none() {
        var answer = site.auth.handle(
                Request.get(Site.APP + "/auth/session").header("origin", SPA).header("origin", "https://evil.example"));
        assertThat(allowances(answer)).isEmpty();
    }

    @Test
    void a_response_differs_by_origin_for_caches_even_without_one() {
        assertThat(site.auth.handle(Request.get(Site.APP + "/auth/session")).header("vary"))
                .hasValue("Origin");
    }

    @Test
    void without_the_setting_no_response_speaks_of_origins() {
        var answer = Site.stored()
                .auth
                .handle(Request.get(Site.APP + "/auth/session").header("origin", SPA));
        assertThat(allowances(answer)).isEmpty();
        assertThat(answer.header("vary")).isEmpty();
    }

    @Test
    void the_preflight_of_a_listed_origin_allows_what_the_routes_read() {
        var answer = site.auth.handle(preflight("/auth/signin/op", SPA));
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.header("access-control-allow-origin")).hasValue(SPA);
        assertThat(answer.header("access-control-allow-credentials")).hasValue("true");
        assertThat(answer.header("access-control-allow-methods")).hasValue("GET, POST");
        assertThat(answer.header("access-control-allow-headers")).hasValue("Content-Type, X-Auth-Return-Redirect");
        assertThat(answer.headers().has("set-cookie")).isFalse();
    }

    @Test
    void a_listed_origin_signs_a_visitor_in_and_out_by_script() {
        var begun = post("/auth/signin/op", SPA, csrf(), SPA + "/notes?a=b");
        var provider = Json.parseObject(begun.text(), 4).text("url");
        assertThat(provider).startsWith(Site.OP);
        assertThat(browser.open(provider).url()).isEqualTo(SPA + "/notes?a=b");
        assertThat(session()).contains("Ada Lovelace");

        var out = post("/auth/signout", SPA, csrf(), SPA + "/");
        assertThat(Json.parseObject(out.text(), 4).text("url")).isEqualTo(SPA + "/");
        assertThat(session()).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {SPA, "https://evil.example"})
    void nothing_changes_without_the_token_whatever_the_origin(String origin) {
        browser.open(Site.APP + "/auth/signin").press("Sign in with Demo ID");
        post("/auth/signout", origin, "forged", "/");
        assertThat(session()).contains("Ada Lovelace");
    }

    @Test
    void another_origin_changes_nothing_even_with_the_token() {
        browser.open(Site.APP + "/auth/signin").press("Sign in with Demo ID");
        post("/auth/signout", "https://evil.example", csrf(), "/");
        assertThat(session()).contains("Ada Lovelace");
    }

    @Test
    void the_default_callback_sends_a_visitor_to_no_origin_that_is_not_listed() {
        var begun = post("/auth/signout", SPA, csrf(), "https://spa.app.example.evil.example/");
        assertThat(Json.parseObject(begun.text(), 4).text("url")).isEqualTo(Site.APP);
    }

    @ParameterizedTest
    @CsvSource({SPA + ", cross-site, true", SPA + ", , true", "https://evil.example, cross-site, false", ", none, false"
    })
    void a_page_of_a_listed_origin_counts_as_one_of_this_site(String origin, String fetchSite, boolean same) {
        var request = Request.get(Site.APP + "/notes");
        if (origin != null) request = request.header("origin", origin);
        if (fetchSite != null) request = request.header("sec-fetch-site", fetchSite);
        assertThat(site.auth.isSameOrigin(request)).isEqualTo(same);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*|is a pattern, and any site that it matches could act for your users",
                "https://*.app.example|is a pattern",
                "null|isn't an origin; write scheme, host and port as browsers send them",
                "app.example|isn't an origin",
                "https://app.example/|isn't an origin",
                "https://App.example|isn't an origin",
                "https://app.example:443|isn't an origin",
                "http://app.example|is plain http",
                "http://192.168.1.5:5173|is plain http"
            })
    void what_is_not_one_origin_is_an_error(String origin, String message) {
        assertThatThrownBy(() -> Site.with(p -> p, config -> config.allowedOrigins(origin)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("allowedOrigins: \"" + origin + "\" " + message);
    }

    @Test
    void the_environment_lists_origins_separated_by_commas() {
        var set = Site.with(
                p -> p,
                config -> config.env(
                        name -> name.equals("AUTH_ALLOWED_ORIGINS") ? SPA + ", http://localhost:5173" : null));
        var answer = set.auth.handle(Request.get(Site.APP + "/auth/session").header("origin", "http://localhost:5173"));
        assertThat(answer.header("access-control-allow-origin")).hasValue("http://localhost:5173");
    }

    private static List<String> allowances(Response answer) {
        return answer.headers().names().stream()
                .filter(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"))
                .toList();
    }

    private static Request preflight(String path, String origin) {
        var headers = Request.get(Site.APP + path)
                .header("origin", origin)
                .header("access-control-request-method", "POST")
                .header("access-control-request-headers", "content-type,x-auth-return-redirect")
                .headers();
        return Request.of("OPTIONS", "https", path, headers, new byte[0], null);
    }

    private String session() {
        return browser.open(Site.APP + "/auth/session").text();
    }

    private String csrf() {
        var answer = browser.send(Request.get(Site.APP + "/auth/csrf").header("origin", SPA));
        return Json.parseObject(answer.text(), 4).text("csrfToken");
    }

    private Response post(String path, String origin, String token, String callbackUrl) {
        var body = Form.encode(Map.of("csrfToken", token, "callbackUrl", callbackUrl));
        var request = Request.of(
                "POST", "https", path, Headers.of("host", "app.example"), body.getBytes(StandardCharsets.UTF_8), null);
        return browser.send(request.header("origin", origin)
                .header("sec-fetch-site", origin.equals(SPA) ? "same-site" : "cross-site")
                .header("content-type", "application/x-www-form-urlencoded")
                .header("x-auth-return-redirect", "1"));
    }
}
