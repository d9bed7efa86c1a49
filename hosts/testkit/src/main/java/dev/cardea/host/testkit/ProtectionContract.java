package dev.cardea.host.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.AuthConfig;
import dev.cardea.config.PagesOptions;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Protected pages. */
interface ProtectionContract extends HostTest {
    @ParameterizedTest
    @ValueSource(strings = {"/admin", "/admin/", "/admin/x", "/account", "/admin?a=b"})
    default void a_client_that_is_not_signed_in_gets_401(String target) {
        var answer = site().send(site().get(target));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.text()).doesNotContain(Application.INSIDE);
    }

    @Test
    default void a_browser_is_redirected_to_sign_in_with_a_callback_url() {
        var answer = site().send(site().get("/admin/x?a=b%20c&d=%C3%A9").header("Accept", "text/html,*/*;q=0.8"));
        assertThat(answer.status()).isEqualTo(302);
        assertThat(answer.header("Location"))
                .hasValue(site().address() + "/auth/signin?callbackUrl=http%3A%2F%2F"
                        + site().address().substring(7).replace(":", "%3A")
                        + "%2Fadmin%2Fx%3Fa%3Db%2520c%26d%3D%25C3%25A9");
    }

    @Test
    default void after_the_sign_in_the_browser_returns_to_the_requested_page() {
        var browser = site().browser();
        var request = site().get("/admin?a=b").header("Accept", "text/html");
        var page = browser.open(browser.send(request).header("Location").orElseThrow())
                .press("Sign in with Demo ID");
        assertThat(page.url()).isEqualTo(site().address() + "/admin?a=b");
        assertThat(page.text()).isEqualTo("inside for Ada Lovelace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"})
    default void no_method_bypasses_the_guard(String method) {
        for (var accept : new String[] {"*/*", "text/html"}) {
            var answer = site().send(with(method, site().get("/admin").header("Accept", accept)));
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.text()).doesNotContain(Application.INSIDE);
        }
    }

    @Test
    default void a_signed_in_user_has_access_with_any_method() {
        var browser = site().signedIn("Ada");
        assertThat(browser.send(site().get("/admin")).text()).isEqualTo("inside for Ada");
        assertThat(browser.send(site().post("/admin", Site.FORM, "a=b")).text()).isEqualTo("inside for Ada");
        assertThat(browser.send(with("HEAD", site().get("/admin"))).status()).isEqualTo(200);
    }

    @Test
    default void an_expired_session_has_no_access() {
        var browser = site().signedIn("Ada");
        var cookies = browser.cookies(site().address()).entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .toList();
        site().clock.advance(Duration.ofDays(31));
        var answer = site().send(site().get("/admin").header("Cookie", String.join("; ", cookies)));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.headers().all("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith(Site.SESSION + "=; Max-Age=0");
    }

    @Test
    default void the_callback_decides_and_receives_page_and_session() {
        var asked = new ArrayList<AuthorizedParams>();
        authorized(params -> {
            asked.add(params);
            return Decision.allowIf(
                    params.auth() != null && "Boss".equals(params.auth().user().name()));
        });
        assertThat(site().signedIn("Ada").send(site().get("/admin/x?a=%20")).status())
                .isEqualTo(403);
        assertThat(site().signedIn("Boss").send(site().get("/admin")).text()).isEqualTo("inside for Boss");
        assertThat(asked).hasSize(2);
        assertThat(asked.get(0).request().target()).isEqualTo("/admin/x?a=%20");
        assertThat(asked.get(0).request().method()).isEqualTo("GET");
    }

    @Test
    default void a_user_who_is_denied_gets_403_as_page_or_JSON() {
        authorized(params -> Decision.deny());
        var ada = site().signedIn("Ada");
        var program = ada.send(site().get("/admin"));
        assertThat(program.status()).isEqualTo(403);
        assertThat(program.text()).isEqualTo("{\"error\":\"forbidden\"}");
        assertThat(program.header("Content-Type").orElseThrow()).startsWith("application/json");
        for (var method : new String[] {"GET", "POST", "PUT"}) {
            var page = ada.send(with(method, site().get("/admin/x").header("Accept", "text/html,*/*;q=0.8")));
            assertThat(page.status()).as(method).isEqualTo(403);
            assertThat(page.header("Location")).isEmpty();
            assertThat(page.header("Content-Type").orElseThrow().replace(" ", ""))
                    .isEqualToIgnoringCase("text/html;charset=utf-8");
            assertThat(page.header("Cache-Control").orElseThrow()).contains("no-store");
            assertThat(page.header("Content-Security-Policy").orElseThrow()).contains("default-src 'none'");
            assertThat(page.text())
                    .contains("You're signed in as Ada.", site().address() + "/auth/signout")
                    .doesNotContain(Application.INSIDE);
        }
        var head = ada.send(with("HEAD", site().get("/admin").header("Accept", "text/html")));
        assertThat(head.status()).isEqualTo(403);
        assertThat(site().send(site().get("/admin")).status()).isEqualTo(401);
    }

    @Test
    default void forbid_is_403_for_every_visitor() {
        authorized(params -> Decision.forbid());
        for (var browser : List.of(site().browser(), site().signedIn("Ada"))) {
            assertThat(browser.send(site().get("/admin")).text()).isEqualTo("{\"error\":\"forbidden\"}");
            var page = browser.send(site().get("/admin").header("Accept", "text/html"));
            assertThat(page.status()).isEqualTo(403);
            assertThat(page.text()).contains("No access to this page").doesNotContain(Application.INSIDE);
        }
    }

    @Test
    default void the_callback_is_not_called_for_open_pages() {
        authorized(params -> Decision.deny());
        for (var page : new String[] {"/open", "/me", "/auth/session", "/auth/signin"}) {
            assertThat(site().send(site().get(page)).status()).as(page).isEqualTo(200);
        }
    }

    @Test
    default void the_callback_may_allow_visitors_who_are_not_signed_in() {
        authorized(params -> Decision.allow());
        assertThat(site().send(site().get("/admin")).text()).isEqualTo("inside for anonymous");
    }

    @Test
    default void the_callback_may_redirect() {
        authorized(params -> Decision.redirectTo("/open?because=x"));
        assertThat(site().send(site().get("/admin")).header("Location")).hasValue(site().address() + "/open?because=x");
        authorized(params -> Decision.redirectTo("https://elsewhere.example/a%20b"));
        assertThat(site().send(site().get("/admin")).header("Location")).hasValue("https://elsewhere.example/a%20b");
    }

    @Test
    default void the_response_of_the_callback_arrives_unchanged() {
        var own = Response.of(451, Headers.of("Content-Type", "text/plain; charset=utf-8"), "Nö 🗝\n".getBytes(UTF_8))
                .header("X-Own", "a, b")
                .header("X-Own", "c")
                .header("Set-Cookie", "a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT")
                .header("Set-Cookie", "b=2; Path=/x");
        authorized(params -> Decision.respond(own));
        var answer = site().send(site().get("/admin"));
        assertThat(answer.status()).isEqualTo(451);
        assertThat(answer.text()).isEqualTo("Nö 🗝\n");
        assertThat(answer.headers().all("X-Own")).containsExactly("a, b", "c");
        assertThat(answer.headers().all("Set-Cookie"))
                .containsExactly("a=1; Expires=Thu, 01 Jan 2099 00:00:00 GMT", "b=2; Path=/x");
        assertThat(site().send(with("HEAD", site().get("/admin"))).status()).isEqualTo(451);
    }

    @Test
    default void a_relative_redirect_of_the_callback_arrives_unchanged() {
        authorized(params -> Decision.respond(Response.of(307).header("Location", "../a b?c=d#e")));
        var answer = site().send(site().get("/admin"));
        assertThat(answer.status()).isEqualTo(307);
        assertThat(answer.header("Location")).hasValue("../a b?c=d#e");
    }

    @Test
    default void a_callback_that_throws_denies_access() {
        authorized(params -> {
            throw new IllegalStateException("geheim");
        });
        var answer = site().signedIn("Ada").send(site().get("/admin"));
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.text()).doesNotContain("geheim", Application.INSIDE);
    }

    @Test
    @SuppressWarnings("NullAway")
    default void a_callback_that_returns_null_denies_access() {
        authorized(params -> null);
        var answer = site().signedIn("Ada").send(site().get("/admin"));
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.text()).doesNotContain(Application.INSIDE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/account", "/account?mode=x", "/account/", "/admin/sign%20in?a=b"})
    default void a_sign_in_page_behind_a_protected_pattern_does_not_lead_to_itself(String page) {
        site().with(config -> config.pages(PagesOptions.NONE.signIn(page)));
        var sent = site().send(site().get("/admin/x").header("Accept", "text/html"));
        assertThat(sent.status()).isEqualTo(302);
        var target = sent.header("Location").orElseThrow();
        assertThat(target).startsWith(site().address() + page);
        var shown = site().send(
                        site().get(target.substring(site().address().length())).header("Accept", "text/html"));
        assertThat(shown.status()).isNotIn(302, 303, 307);
    }

    @Test
    default void a_custom_sign_in_page_is_the_target_of_the_redirect() {
        site().with(config -> config.pages(PagesOptions.NONE.signIn("/login?mode=x")));
        assertThat(site().send(site().get("/account").header("Accept", "text/html"))
                        .header("Location"))
                .get()
                .asString()
                .startsWith(site().address() + "/login?mode=x&callbackUrl=http");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Middleware-Subrequest",
                "X-Forwarded-User",
                "X-Forwarded-Uri",
                "X-Original-URL",
                "X-Rewrite-URL",
                "X-Original-Method",
                "X-HTTP-Method-Override",
                "X-Remote-User",
                "Remote-User",
                "Authorization",
                "X-Auth-Return-Redirect",
                "X-Forwarded-Prefix",
                "X-Forwarded-Proto",
                "X-Forwarded-For",
                "Forwarded",
                "Upgrade",
                "Range",
                "If-None-Match",
                "Expect"
            })
    default void no_header_gives_access(String name) {
        for (var value : Map.of("Expect", "100-continue").containsKey(name)
                ? new String[] {"100-continue"}
                : new String[] {"/open", "admin", "Bearer x", "Basic YWRtaW46YWRtaW4=", "1", "GET", "127.0.0.1", "*"}) {
            var answer = site().send(site().get("/admin").header(name, value));
            assertThat(answer.text()).doesNotContain(Application.INSIDE);
            assertThat(answer.status()).isBetween(300, 499);
        }
    }

    private static Request with(String method, Request request) {
        return Request.of(method, "http", request.target(), request.headers(), request.body(), null);
    }

    private void authorized(Function<AuthorizedParams, Decision> callback) {
        site().with((AuthConfig.Builder config) -> config.callbacks(Callbacks.DEFAULT.authorized(callback)));
    }
}
