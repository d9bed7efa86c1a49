package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.http.Form;
import dev.cardea.http.Response;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The session on the pages of the application. */
interface SessionContract extends HostTest {
    /** A value that needs a session of four cookies. */
    String LARGE = "x".repeat(10_500);

    @Test
    default void a_page_without_a_session_has_no_user() {
        var answer = site().send(site().get("/me"));
        assertThat(answer.text()).isEqualTo("null");
        assertThat(sessionLines(answer)).isEmpty();
    }

    @Test
    default void a_page_reads_the_session_with_the_user_id() {
        var page = site().signedIn("Ada").open(site().address() + "/me");
        assertThat(page.text()).contains("\"name\":\"Ada\"", "\"id\":\"id of Ada\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/open", "/me", "/admin", "/account", "/admin/x"})
    default void every_page_keeps_the_session_alive(String page) {
        var browser = site().signedIn("Ada");
        site().clock.advance(Duration.ofDays(20));
        var answer = browser.send(site().get(page));
        assertThat(answer.status()).isEqualTo(200);
        assertThat(sessionLines(answer)).singleElement().asString().contains("; Expires=");
        site().clock.advance(Duration.ofDays(20));
        assertThat(browser.open(site().address() + "/me").text()).contains("Ada");
        site().clock.advance(Duration.ofDays(31));
        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
    }

    /** Whatever session the framework keeps for the browser: its cookie stays in the browser throughout. */
    @Test
    default void the_next_user_of_a_browser_is_the_user_of_every_page() {
        var browser = site().signedIn("Ada");
        assertThat(browser.open(site().address() + "/me").text()).contains("id of Ada");
        assertThat(browser.send(site().get("/account")).text()).isEqualTo("inside for Ada");

        browser.send(site().signInPost(browser, "Bob", Site.PASSWORD));

        assertThat(browser.open(site().address() + "/me").text())
                .contains("id of Bob")
                .doesNotContain("Ada");
        assertThat(browser.send(site().get("/account")).text()).isEqualTo("inside for Bob");
    }

    @Test
    default void after_a_sign_out_a_browser_that_keeps_all_other_cookies_is_signed_out_on_every_page() {
        var browser = site().signedIn("Ada");
        browser.open(site().address() + "/me");
        browser.send(site().get("/account"));
        browser.send(site().post("/auth/signout", Site.FORM, Form.encode(Map.of("csrfToken", site().csrf(browser)))));

        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
        assertThat(browser.send(site().get("/account")).status()).isEqualTo(401);
    }

    /** A user who signed up by link or passkey has no name. */
    @Test
    default void a_user_without_a_name_is_a_user() {
        site().with(config -> config.callbacks(dev.cardea.hook.Callbacks.DEFAULT.jwt(
                p -> p.user() == null ? p.token() : p.token().without("name"))));
        var browser = site().signedIn("Ada");
        assertThat(browser.open(site().address() + "/me").text())
                .contains("id of Ada")
                .doesNotContain("\"name\":\"");
        assertThat(browser.send(site().get("/account")).status()).isEqualTo(200);
    }

    @Test
    default void cookies_of_the_page_are_kept() {
        var browser = site().signedIn("Ada");
        site().clock.advance(Duration.ofDays(2));
        var answer = browser.send(site().get("/me"));
        assertThat(answer.headers().all("Set-Cookie"))
                .anyMatch(line -> line.startsWith("seen="))
                .anyMatch(line -> line.startsWith(Site.SESSION));
    }

    @Test
    default void an_unreadable_cookie_is_deleted_and_has_no_session() {
        var answer = site().send(site().get("/me").header("Cookie", Site.SESSION + "=x.y.z"));
        assertThat(answer.text()).isEqualTo("null");
        assertThat(sessionLines(answer)).singleElement().asString().contains("Max-Age=0");
    }

    @Test
    default void a_session_of_four_cookies_is_set_read_and_deleted() {
        site().with(config -> config.callbacks(dev.cardea.hook.Callbacks.DEFAULT
                .jwt(p -> p.user() == null ? p.token() : p.token().with("large", LARGE))
                .session(p -> p.session().with("length", LARGE.length()))));
        var browser = site().signedIn("Ada");
        assertThat(chunks(browser.cookies(site().address()).keySet().stream().toList()))
                .hasSize(4);
        for (var page : List.of("/me", "/admin", "/auth/session")) {
            site().clock.advance(Duration.ofDays(2));
            var answer = browser.send(site().get(page));
            assertThat(answer.status()).as(page).isEqualTo(200);
            assertThat(sessionLines(answer)).hasSize(4);
        }
        assertThat(browser.open(site().address() + "/me").text()).contains("Ada", "10500");

        var out = browser.send(site().post("/do/sign-out?to=/open", Site.FORM, ""));
        assertThat(sessionLines(out)).hasSize(4).allMatch(line -> line.contains("Max-Age=0"));
        assertThat(chunks(browser.cookies(site().address()).keySet().stream().toList()))
                .isEmpty();
    }

    @Test
    default void a_session_may_become_smaller_on_a_page() {
        site().with(config -> config.callbacks(dev.cardea.hook.Callbacks.DEFAULT.jwt(
                p -> p.user() == null ? p.token().without("large") : p.token().with("large", LARGE))));
        var browser = site().signedIn("Ada");
        browser.send(site().get("/open"));
        assertThat(chunks(browser.cookies(site().address()).keySet().stream().toList()))
                .containsExactly(Site.SESSION);
        assertThat(browser.open(site().address() + "/me").text()).contains("Ada");
    }

    private static List<String> sessionLines(Response answer) {
        return chunks(answer.headers().all("Set-Cookie"));
    }

    private static List<String> chunks(List<String> cookies) {
        return cookies.stream()
                .filter(cookie -> cookie.startsWith(Site.SESSION))
                .toList();
    }
}
