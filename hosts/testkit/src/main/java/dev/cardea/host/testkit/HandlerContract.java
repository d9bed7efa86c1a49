package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.Response;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sign-in, sign-out and session updates by the application's own code. */
interface HandlerContract extends HostTest {
    @Test
    default void code_signs_a_user_in() {
        var browser = site().browser();
        var answer = press(browser, "sign-in?provider=credentials&username=Ada&password=correct+horse&to=/me?a=b");
        assertThat(answer.status()).isIn(302, 303);
        assertThat(answer.header("Location")).hasValue(site().address() + "/me?a=b");
        assertThat(sessionLines(answer)).hasSize(1);
        assertThat(browser.open(site().address() + "/me").text()).contains("\"Ada\"");
    }

    @Test
    default void wrong_credentials_sign_no_user_in() {
        var browser = site().browser();
        var answer = press(browser, "sign-in?provider=credentials&username=Ada&password=wrong&to=/me");
        assertThat(answer.status()).isGreaterThanOrEqualTo(400);
        assertThat(sessionLines(answer)).isEmpty();
        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
    }

    @Test
    default void code_redirects_to_a_provider_and_the_user_returns() {
        var browser = site().browser();
        var answer = press(browser, "sign-in?provider=op&to=/account&prompt=login");
        assertThat(answer.header("Location"))
                .get()
                .asString()
                .startsWith("https://op.example/")
                .contains("prompt=login");
        assertThat(answer.headers().all("Set-Cookie"))
                .anyMatch(line -> line.startsWith("authjs.state="))
                .anyMatch(line -> line.startsWith("authjs.pkce.code_verifier="));
        var page = browser.open(answer.header("Location").orElseThrow());
        assertThat(page.url()).isEqualTo(site().address() + "/account");
        assertThat(page.text()).isEqualTo("inside for Ada Lovelace");
    }

    @Test
    default void an_absent_or_unknown_provider_leads_to_the_sign_in_page() {
        for (var which : List.of("sign-in?to=/me", "sign-in?provider=anonymous&to=/me")) {
            assertThat(press(site().browser(), which).header("Location"))
                    .hasValue(site().address() + "/auth/signin?callbackUrl=%2Fme");
        }
    }

    @Test
    default void a_redirect_stays_on_the_site() {
        var elsewhere = "sign-in?provider=credentials&username=Ada&password=correct+horse&to=https://evil.example/";
        assertThat(press(site().browser(), elsewhere).header("Location")).hasValue(site().address());
        assertThat(press(site().signedIn("Ada"), "sign-out?to=https://evil.example/")
                        .header("Location"))
                .hasValue(site().address());
    }

    @Test
    default void without_a_target_the_user_returns_to_the_previous_page() {
        var request = site().post("/do/sign-out", Site.FORM, "").header("Referer", site().address() + "/open?a=b");
        assertThat(site().signedIn("Ada").send(request).header("Location")).hasValue(site().address() + "/open?a=b");
    }

    @Test
    default void code_signs_a_user_out() {
        var browser = site().signedIn("Ada");
        var answer = press(browser, "sign-out?to=/open");
        assertThat(answer.header("Location")).hasValue(site().address() + "/open");
        assertThat(sessionLines(answer)).singleElement().asString().contains("Max-Age=0");
        assertThat(browser.open(site().address() + "/me").text()).isEqualTo("null");
    }

    @Test
    default void a_sign_out_ends_a_session_that_grew_at_the_same_time() {
        var browser = site().signedIn("Ada");
        site().with(config ->
                config.callbacks(Callbacks.DEFAULT.jwt(p -> p.token().with("more", "x".repeat(5_000)))));
        press(browser, "sign-out?to=/open");
        assertThat(browser.cookies(site().address()).keySet()).noneMatch(name -> name.startsWith(Site.SESSION));
    }

    @Test
    default void a_sign_out_deletes_the_row() {
        var store = new InMemoryAdapter();
        var ada = store.createUser(User.of(null, "Ada", "ada@example.com"));
        site().withoutPassword(config -> config.adapter(store)
                .session(SessionOptions.database())
                .provider(CredentialsProvider.of((accepted, request) -> Optional.of(ada))
                        .id("rows")
                        .databaseSessions(true)));
        var browser = site().browser();
        press(browser, "sign-in?provider=rows&to=/me");
        var row = browser.cookie(site().address(), Site.SESSION).orElseThrow();
        assertThat(store.getSessionAndUser(row)).isPresent();
        press(browser, "sign-out?to=/open");
        assertThat(store.getSessionAndUser(row)).isEmpty();
    }

    @Test
    default void code_changes_the_session() {
        var browser = site().signedIn("Ada");
        var answer = press(browser, "update?name=Gr%C3%A4fin");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains("\"Gräfin\"");
        assertThat(sessionLines(answer)).hasSize(1);
        assertThat(browser.open(site().address() + "/me").text()).contains("\"Gräfin\"", "id of Ada");
    }

    @Test
    default void an_update_without_a_session_has_no_effect() {
        var answer = press(site().browser(), "update?name=Eve");
        assertThat(answer.text()).isEqualTo("null");
        assertThat(sessionLines(answer)).isEmpty();
    }

    private Response press(Browser browser, String what) {
        return browser.send(site().post("/do/" + what, Site.FORM, "ignored=1"));
    }

    private static List<String> sessionLines(Response answer) {
        return answer.headers().all("Set-Cookie").stream()
                .filter(line -> line.startsWith(Site.SESSION))
                .toList();
    }
}
