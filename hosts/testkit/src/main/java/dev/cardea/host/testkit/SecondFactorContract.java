package dev.cardea.host.testkit;

import static dev.cardea.host.testkit.AccountsSite.ANN;
import static dev.cardea.host.testkit.AccountsSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Two-step verification through the host: at the sign-in, and on a page that asks for a fresh proof. */
interface SecondFactorContract extends HostTest {
    @Test
    default void a_sign_in_waits_for_the_code_of_the_app() {
        var accounts = AccountsSite.at(site());
        var app = accounts.connectApp(accounts.newUser(ANN, PASSWORD));
        var browser = site().browser();

        var asked = accounts.signIn(browser, ANN, PASSWORD);

        assertThat(asked.url()).startsWith(site().address() + "/auth/factor");
        assertThat(accounts.user(browser)).isEqualTo("null");
        assertThat(browser.open(site().address() + "/account").text()).doesNotContain(Application.INSIDE);
        var form = asked.form("Continue");
        assertThat(form.fill("code", "12345").submit().status()).isEqualTo(400);
        assertThat(accounts.user(browser)).isEqualTo("null");
        assertThat(form.fill("code", accounts.nextValue(app)).submit().url()).isEqualTo(site().address() + "/me");
        assertThat(accounts.user(browser)).contains(ANN);
    }

    @Test
    default void a_path_that_needs_a_fresh_proof_takes_the_code_of_the_app_and_no_password() {
        var accounts = AccountsSite.at(site());
        var browser = accounts.newUser(ANN, PASSWORD);
        var app = accounts.connectApp(browser);
        site().clock.advance(Duration.ofMinutes(11));
        var page = site().get("/admin/x?id=7").header("Accept", "text/html");

        accounts.post(browser, "/reauth", Map.of("id", "password", "password", PASSWORD));
        var reauth = browser.send(page).header("Location");

        assertThat(reauth).get().asString().startsWith(site().address() + "/auth/reauth?callbackUrl=");
        var form = browser.open(reauth.orElseThrow()).form("Continue");
        assertThat(form.fields()).doesNotContainKey("password");
        var back = form.fill("code", accounts.nextValue(app)).submit();
        assertThat(back.url()).isEqualTo(site().address() + "/admin/x?id=7");
        assertThat(back.text()).startsWith(Application.INSIDE);
    }
}
