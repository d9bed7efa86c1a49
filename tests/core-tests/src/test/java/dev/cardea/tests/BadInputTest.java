package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Malformed requests get a plain answer without a stack trace, leave no session and no row, and the next request works.
 */
class BadInputTest {
    private static final Set<Integer> PLAIN = Set.of(200, 302, 400, 401, 403, 404, 405, 413, 414, 415, 429);

    private final Site site = Site.stored();

    @ParameterizedTest
    @ValueSource(strings = {"HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get", "", "GETGETGET"})
    void other_methods_are_refused_and_use_nothing_up(String method) {
        var answer = answer(request(method, "/auth/session", "", ""));
        assertThat(answer.status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/auth",
                "/auth/",
                "/auth/session/x",
                "/auth/session;jsessionid=1",
                "/auth/%73ession",
                "/auth/Session",
                "/auth/session%00",
                "/auth/session%0a",
                "/auth/../auth/session",
                "/auth/..;/session",
                "/auth%2fsession",
                "/authsession",
                "/auth/signin/a/b",
                "/auth/callback/%2e%2e",
                "/auth/signin/__proto__",
                "/auth/callback/constructor",
                "/auth/signin/a%2fb",
                "/auth/webauthn-options/op"
            })
    void odd_paths_match_neither_an_action_nor_a_provider(String path) {
        var status = answer(request("GET", path, "", "")).status();
        assertThat(status).isIn(400, 302);
    }

    @Test
    void sizes_are_limited() {
        assertThat(answer(request("GET", "/auth/session?" + "a".repeat(9_000), "", ""))
                        .status())
                .isEqualTo(400);
        assertThat(answer(request("POST", "/auth/signout", "application/x-www-form-urlencoded", "a".repeat(70_000)))
                        .status())
                .isEqualTo(400);
        assertThat(answer(request("GET", "/auth/session?" + "a=1&".repeat(101), "", ""))
                        .status())
                .isEqualTo(400);
        assertThat(answer(request("POST", "/auth/session", "application/json", "[".repeat(60_000)))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "[]",
                "\"text\"",
                "1e999999",
                "{\"email\":{\"$ne\":null}}",
                "{\"email\":[1,2]}",
                "{\"email\":true}",
                "{\"callbackUrl\":{\"a\":1}}",
                "{\"csrfToken\":[\"x\"]}",
                "\uFEFF{}",
                "{} garbage",
                "{/* no */}",
                "{'a':1}",
                "{\"a\":1,\"a\":2}",
                "{\"data\":\"\\ud800\"}",
                "{\"email\":null}",
                ""
            })
    void odd_JSON_has_no_effect(String body) {
        for (var path : List.of("/auth/signin/email", "/auth/session", "/auth/signout", "/auth/callback/credentials")) {
            answer(request("POST", path, "application/json", body));
        }
        assertThat(site.inbox.mails()).isEmpty();
        assertThat(site.sessionCookie()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "authjs",
                "|",
                "||",
                "a|b",
                "a|b|c",
                ";",
                "=",
                "=;=",
                "__Host-authjs.csrf-token",
                "__Secure-authjs.session-token=garbage",
                "__Secure-authjs.session-token.0=x; __Secure-authjs.session-token.2=y",
                "__Secure-authjs.session-token.00=x",
                "__Secure-authjs.session-token.-1=x",
                "__Secure-authjs.session-token.1e1=x",
                "__Secure-authjs.session-token=a.b.c.d.e",
                "__Secure-authjs.session-token=eyJhbGciOiJub25lIn0..x.y.z",
                "__Secure-authjs.session-token=%zz",
                "__Secure-authjs.callback-url=https%3A%2F%2Fevil.com",
                "__Host-authjs.csrf-token=%7C%7C%7C"
            })
    void odd_cookies_sign_no_user_in(String cookie) {
        var answer = answer(request("GET", "/auth/session", "", "").header("cookie", cookie));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("null");
    }

    @Test
    void a_sealed_value_is_worth_nothing_in_another_cookie() {
        site.signInPage();
        var begun = site.browser.send(Request.post(
                APP + "/auth/signin/op",
                "application/x-www-form-urlencoded",
                "csrfToken=" + site.browser.open(APP + "/auth/csrf").text().substring(14, 78)));
        assertThat(begun.status()).isEqualTo(302);
        for (var kind : List.of("state", "nonce", "pkce.code_verifier")) {
            var sealed =
                    site.browser.cookie(APP + "/", "__Secure-authjs." + kind).orElseThrow();
            var answer = answer(request("GET", "/auth/session", "", "")
                    .header("cookie", "__Secure-authjs.session-token=" + sealed));
            assertThat(answer.text()).isEqualTo("null");
        }
    }

    @Test
    void the_checks_of_one_provider_do_not_serve_another() {
        var two = Site.with(
                p -> p,
                c -> c.provider(dev.cardea.provider.OAuthProvider.oidc("two", "Two", Site.OP)
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(dev.cardea.provider.Check.STATE)));
        two.browser.send(Request.post(
                APP + "/auth/signin/op",
                "application/x-www-form-urlencoded",
                "csrfToken=" + two.browser.open(APP + "/auth/csrf").text().substring(14, 78)));
        var answer = two.browser.send(Request.get(APP + "/auth/callback/two?code=1&state=x"));
        assertThat(answer.header("Location")).contains(APP + "/auth/error?error=Configuration");
        assertThat(two.op.calls("/token")).isZero();
    }

    private static Request request(String method, String target, String type, String body) {
        var headers = Headers.of("host", "app.example");
        if (!type.isEmpty()) headers = headers.with("content-type", type);
        return Request.of(method, "https", target, headers, body.getBytes(StandardCharsets.UTF_8), "127.0.0.1");
    }

    /** Every answer keeps these promises. */
    private Response answer(Request request) {
        var answer = site.auth.handle(request);
        assertThat(answer.status()).isIn(PLAIN);
        assertThat(answer.text()).doesNotContain("Exception", "dev.cardea.").hasSizeLessThan(100_000);
        assertThat(answer.header("Cache-Control")).contains("private, no-cache, no-store");
        for (var field : answer.headers().fields()) assertThat(field.value()).matches("[\\t\\x20-\\x7e]*");
        assertThat(site.auth.handle(request("GET", "/auth/session", "", "")).text())
                .isEqualTo("null");
        return answer;
    }
}
