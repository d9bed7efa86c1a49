package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hook.Callbacks;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.testing.Browser;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which responses extend a session, and which must not. All sessions in this contract are JWT sessions. */
interface RenewalContract extends HostTest {
    Duration DUE = Duration.ofDays(2);

    @ParameterizedTest
    @ValueSource(strings = {"/open", "/me", "/admin", "/cached", "/slow"})
    default void a_session_that_is_not_due_leaves_the_response_unchanged(String page) {
        var answer = site().signedIn("Ada").send(site().get(page));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(sessionLines(answer)).isEmpty();
        assertThat(answer.header("Cache-Control")).isNotEqualTo(Optional.of("private, no-store"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open", "/me", "/admin", "/slow"})
    default void an_answer_with_the_session_is_private_and_varies_by_cookie(String page) {
        var browser = due();
        var answer = browser.send(site().get(page));
        assertThat(sessionLines(answer)).hasSize(1);
        // The security of a framework may have set a stricter policy.
        assertThat(answer.headers().joined("Cache-Control")).get().asString().contains("no-store");
        assertThat(answer.headers().joined("Vary").orElse("")).containsIgnoringCase("cookie");
        assertThat(sessionLines(browser.send(site().get(page)))).isEmpty();
    }

    @Test
    default void a_page_that_a_shared_cache_may_keep_has_no_session_cookie() {
        var browser = due();
        var answer = browser.send(site().get("/cached"));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.headers().joined("Cache-Control")).hasValue(Application.PUBLIC);
        assertThat(sessionLines(answer)).isEmpty();
        assertThat(sessionLines(browser.send(site().get("/open")))).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "Sec-Purpose,prefetch",
        "Sec-Purpose,prefetch;prerender",
        "Purpose,prefetch",
        "X-Moz,prefetch",
        "Next-Router-Prefetch,1",
        "X-Middleware-Prefetch,1"
    })
    default void a_prefetch_does_not_extend_the_session(String name, String value) {
        var answer = due().send(site().get("/me").header(name, value));
        assertThat(answer.text()).contains("\"Ada\"");
        assertThat(sessionLines(answer)).isEmpty();
    }

    @Test
    default void changed_claims_of_the_callback_are_sent_immediately() {
        var browser = site().signedIn("Ada");
        site().with(config ->
                config.callbacks(Callbacks.DEFAULT.jwt(p -> p.token().with("team", "blue"))));
        assertThat(sessionLines(browser.send(site().get("/open")))).hasSize(1);
        assertThat(sessionLines(browser.send(site().get("/open")))).isEmpty();
    }

    @Test
    default void a_slow_page_does_not_undo_a_sign_out_on_the_route() {
        overtakes(browser -> site().post("/auth/signout", Site.FORM, "csrfToken=" + site().csrf(browser)));
    }

    @Test
    default void a_slow_page_does_not_undo_a_sign_out_from_code() {
        overtakes(browser -> site().post("/do/sign-out?to=/open", Site.FORM, ""));
    }

    @Test
    default void a_slow_page_does_not_restore_the_previous_user() {
        var browser = due();
        var slow = slow(browser);
        browser.send(site().signInPost(browser, "Bob", Site.PASSWORD));
        assertThat(sessionLines(end(slow))).isEmpty();
    }

    @Test
    default void a_callback_that_throws_ends_no_session_and_shows_no_protected_page() {
        var browser = site().signedIn("Ada");
        for (UnaryOperator<Callbacks> broken : List.<UnaryOperator<Callbacks>>of(
                callbacks -> callbacks.jwt(p -> {
                    throw new IllegalStateException("geheim");
                }),
                callbacks -> callbacks.session(p -> {
                    throw new IllegalStateException("geheim");
                }))) {
            site().with(config -> config.callbacks(broken.apply(Callbacks.DEFAULT)));
            for (var page : List.of("/admin", "/admin/x", "/account")) {
                var closed = browser.send(site().get(page));
                assertThat(closed.status()).as(page).isEqualTo(503);
                assertThat(closed.text()).doesNotContain("geheim", Application.INSIDE);
                assertThat(sessionLines(closed)).isEmpty();
            }
            var session = browser.send(site().get("/auth/session"));
            assertThat(session.status()).isEqualTo(200);
            assertThat(session.text()).isEqualTo("null");
            assertThat(sessionLines(session)).isEmpty();
            var me = browser.send(site().get("/me"));
            assertThat(me.status()).isBetween(500, 599);
            assertThat(me.text()).isNotEqualTo("null");
            assertThat(browser.send(site().get("/open")).status()).isEqualTo(200);
        }
        site().reset();
        assertThat(browser.send(site().get("/me")).text()).contains("\"Ada\"");
    }

    private void overtakes(java.util.function.Function<Browser, Request> signOut) {
        var browser = due();
        var slow = slow(browser);
        assertThat(browser.send(signOut.apply(browser)).status()).isIn(302, 303);
        assertThat(sessionLines(end(slow))).isEmpty();
        assertThat(browser.send(site().get("/me")).text()).isEqualTo("null");
    }

    /** Starts the slow page with the present cookies of the browser. */
    private CompletableFuture<Response> slow(Browser browser) {
        site().gate.close();
        var cookies = browser.cookies(site().address()).entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .toList();
        var request = site().get("/slow").header("Cookie", String.join("; ", cookies));
        var answer = CompletableFuture.supplyAsync(() -> site().send(request));
        site().gate.awaitPage();
        return answer;
    }

    private Response end(CompletableFuture<Response> slow) {
        site().gate.open();
        var answer = slow.orTimeout(30, TimeUnit.SECONDS).join();
        assertThat(answer.text()).isEqualTo("at last");
        return answer;
    }

    private Browser due() {
        var browser = site().signedIn("Ada");
        site().clock.advance(DUE);
        return browser;
    }

    private static List<String> sessionLines(Response answer) {
        return answer.headers().all("Set-Cookie").stream()
                .filter(line -> line.startsWith(Site.SESSION))
                .toList();
    }
}
