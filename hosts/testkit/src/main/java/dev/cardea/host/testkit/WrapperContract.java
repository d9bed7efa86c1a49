package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * The two wrappers of Auth.js, row by row, as far as no other contract covers the row:
 * <table> <caption>rows</caption>
 * <tr><td>{@code handlers}: {@code GET}, {@code POST}</td><td>{@link RoutesContract}</td></tr>
 * <tr><td>{@code auth(request)}, {@code auth(request, response)}, {@code auth(handler)} with
 * {@code request.auth}</td><td>the page {@code /me} in {@link SessionContract}: the session is present, and its cookies
 * are sent</td></tr>
 * <tr><td>{@code auth} as middleware, {@code authorized}</td><td>{@link ProtectionContract},
 * {@link PathContract}</td></tr>
 * <tr><td>{@code signIn}, {@code signOut}, {@code unstable_update}</td><td>{@link HandlerContract} and here</td></tr>
 * <tr><td>the configuration as a function of the request</td><td>here; broken, {@link FailureContract}</td></tr>
 * <tr><td>{@code prefix}, {@code getSession(request, config)}, pages that need a {@code user}</td><td>here</td></tr>
 * </table>
 *
 * <p>The tests of each host cover what has another form in each: {@code redirect: false}, and {@code auth()} without
 * arguments if the host offers it.
 */
interface WrapperContract extends HostTest {
    @Test
    default void handlers_work_below_any_base_path() {
        site().with(config -> config.basePath("/api/auth"));
        assertThat(site().send(site().get("/api/auth/session")).text()).isEqualTo("null");
        assertThat(site().send(site().get("/api/auth/providers")).text())
                .contains(site().address() + "/api/auth/callback/op");
        assertThat(site().send(site().get("/auth/session")).status()).isEqualTo(404);
        assertThat(site().send(site().get("/account").header("Accept", "text/html"))
                        .header("Location"))
                .get()
                .asString()
                .startsWith(site().address() + "/api/auth/signin?callbackUrl=");
    }

    @Test
    default void handlers_answer_GET_and_POST_and_nothing_else() {
        for (var method : new String[] {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
            var request = site().get("/auth/session");
            var sent = Request.of(method, "http", request.target(), request.headers(), new byte[0], null);
            assertThat(site().send(sent).status()).as(method).isEqualTo(400);
        }
    }

    @Test
    default void auth_has_the_user_id_that_browsers_do_not_see() {
        var browser = site().signedIn("Ada");
        assertThat(browser.send(site().get("/me")).text()).contains("\"id\":\"id of Ada\"");
        assertThat(browser.send(site().get("/auth/session")).text()).doesNotContain("id of Ada");
    }

    @Test
    default void getSession_of_a_request_and_a_configuration_is_what_the_page_sees() {
        var browser = site().signedIn("Ada");
        var page = browser.send(site().get("/me")).text();
        var heard = site().heard().orElseThrow();
        var session = Auth.of(site().base().build()).session(heard);
        assertThat(session.orElseThrow().user().name()).isEqualTo("Ada");
        assertThat(page).contains("\"Ada\"");
    }

    @Test
    default void the_configuration_may_be_a_function_of_the_request() {
        site().by(request -> request.header("x-tenant").isPresent()
                ? site().base().basePath("/tenant").build()
                : site().base().build());
        assertThat(site().send(site().get("/tenant/session").header("X-Tenant", "a"))
                        .text())
                .isEqualTo("null");
        assertThat(site().send(site().get("/tenant/session")).status()).isEqualTo(404);
    }

    @Test
    default void the_authorized_callback_of_the_request_decides_who_may_see_a_page() {
        var closed = site().base()
                .callbacks(Callbacks.DEFAULT.authorized(p -> Decision.deny()))
                .build();
        var usual = site().base().build();
        site().by(request -> request.header("x-tenant").isPresent() ? closed : usual);
        var browser = site().signedIn("Ada");
        assertThat(browser.send(site().get("/account")).text()).isEqualTo("inside for Ada");
        assertThat(browser.send(site().get("/account").header("X-Tenant", "a")).status())
                .isEqualTo(403);
    }

    @Test
    default void signIn_without_a_target_returns_to_the_previous_page() {
        var request = site().post("/do/sign-in?provider=credentials&username=Ada&password=correct+horse", Site.FORM, "")
                .header("Referer", site().address() + "/open?a=b");
        assertThat(site().send(request).header("Location")).hasValue(site().address() + "/open?a=b");
    }

    @Test
    default void signIn_with_a_mail_address_sends_the_link_and_says_so() {
        var inbox = new Inbox();
        site().withoutPassword(config -> config.adapter(new InMemoryAdapter())
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example")));
        var browser = site().browser();
        var sent = press(browser, "sign-in?provider=email&email=grace@example.com&to=/me");
        assertThat(sent.header("Location"))
                .hasValue(site().address() + "/auth/verify-request?provider=email&type=email");
        browser.open(inbox.last("grace@example.com").orElseThrow().url());
        assertThat(browser.open(site().address() + "/me").text()).contains("grace@example.com");
    }

    @Test
    default void signIn_throws_to_the_caller_what_authorize_throws() {
        site().with(config -> config.provider(CredentialsProvider.of((accepted, request) -> {
                    throw new CredentialsSignInException("locked");
                })
                .id("locked")));
        var answer = press(site().browser(), "sign-in?provider=locked");
        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(answer.header("Location")).isEmpty();
    }

    @Test
    default void signOut_without_a_session_redirects_to_its_target() {
        var answer = press(site().browser(), "sign-out?to=/open");
        assertThat(answer.header("Location")).hasValue(site().address() + "/open");
        assertThat(answer.headers().all("Set-Cookie")).noneMatch(line -> line.startsWith(Site.SESSION));
    }

    @Test
    default void signIn_calls_the_signIn_callback() {
        site().with(config -> config.callbacks(Callbacks.DEFAULT.signIn(p -> Decision.deny())));
        var browser = site().browser();
        press(browser, "sign-in?provider=credentials&username=Ada&password=correct+horse&to=/me");
        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
    }

    @Test
    default void signIn_of_two_kinds_of_credentials_finds_each_by_its_id() {
        site().with(config ->
                config.provider(CredentialsProvider.of((accepted, request) -> Optional.of(User.of("9", "Badge", null)))
                        .id("badge")));
        var browser = site().browser();
        press(browser, "sign-in?provider=badge&to=/me");
        assertThat(browser.open(site().address() + "/me").text()).contains("Badge");
    }

    @Test
    default void a_visitor_without_a_session_may_be_redirected_to_the_start_page() {
        site().with(config -> config.callbacks(Callbacks.DEFAULT.authorized(p ->
                p.auth() == null || p.auth().user().name() == null ? Decision.redirectTo("/") : Decision.allow())));
        var answer = site().send(site().get("/account").header("Accept", "text/html"));
        assertThat(answer.status()).isIn(302, 307);
        assertThat(answer.header("Location").orElseThrow()).isIn(site().address(), site().address() + "/");
        assertThat(site().signedIn("Ada").send(site().get("/account")).text()).isEqualTo("inside for Ada");
    }

    @Test
    default void a_page_after_an_update_shows_the_new_values() {
        var browser = site().signedIn("Ada");
        press(browser, "update?name=Countess");
        assertThat(browser.send(site().get("/admin")).text()).isEqualTo("inside for Countess");
        assertThat(browser.send(site().get("/auth/session")).text()).contains("Countess");
    }

    private Response press(Browser browser, String what) {
        return browser.send(site().post("/do/" + what, Site.FORM, ""));
    }
}
