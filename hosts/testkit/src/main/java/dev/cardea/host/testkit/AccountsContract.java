package dev.cardea.host.testkit;

import static dev.cardea.host.testkit.AccountsSite.ANN;
import static dev.cardea.host.testkit.AccountsSite.OTHER;
import static dev.cardea.host.testkit.AccountsSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Password accounts through the host, and what a page of the application reads of the user's accounts. */
interface AccountsContract extends HostTest {
    @Test
    default void a_visitor_signs_up_with_a_code_and_later_signs_in_with_the_password() {
        var accounts = AccountsSite.at(site());
        var browser = site().browser();

        var sent = accounts.signUp(browser, ANN, PASSWORD);

        assertThat(sent.url()).startsWith(site().address() + "/auth/verify-request");
        assertThat(accounts.store().getUserByEmail(ANN)).isEmpty();
        assertThat(accounts.enterCode(sent, ANN).url()).isEqualTo(site().address() + "/me");
        assertThat(accounts.user(browser)).contains(ANN, "\"name\":\"Ann\"");
        var later = site().browser();
        assertThat(accounts.signIn(later, ANN, PASSWORD).url()).isEqualTo(site().address() + "/me");
        assertThat(accounts.user(later)).contains(ANN);
        assertThat(accounts.canSignIn(ANN, OTHER)).isFalse();
    }

    @Test
    default void the_code_of_a_sign_up_works_only_in_the_browser_that_asked() {
        var accounts = AccountsSite.at(site());
        var browser = site().browser();
        var sent = accounts.signUp(browser, ANN, PASSWORD);
        var other = site().browser();

        accounts.post(other, "/callback/mail", Map.of("token", accounts.code(ANN), "email", ANN));
        other.open(accounts.link(ANN));

        assertThat(accounts.user(other)).isEqualTo("null");
        assertThat(accounts.store().getUserByEmail(ANN)).isEmpty();
        accounts.enterCode(sent, ANN);
        assertThat(accounts.user(browser)).contains(ANN);
    }

    @Test
    default void a_sign_up_for_an_address_that_has_an_account_leaves_its_password() {
        var accounts = AccountsSite.at(site());
        accounts.newUser(ANN, PASSWORD);

        var page = accounts.enterCode(accounts.signUp(site().browser(), ANN, OTHER), ANN);

        assertThat(page.url()).startsWith(site().address() + "/auth/account/password?notice=existing");
        assertThat(page.text()).contains("You already have an account.");
        assertThat(accounts.canSignIn(ANN, OTHER)).isFalse();
        assertThat(accounts.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"fourteen chars, Use at least 15 characters", "passwordpassword, one of the first that attackers try"})
    default void a_weak_password_is_refused_before_an_email_is_sent(String weak, String reason) {
        var accounts = AccountsSite.at(site());
        var browser = site().browser();

        var page = accounts.signUp(browser, ANN, weak);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains(reason, "value=\"" + ANN + "\"").doesNotContain(weak);
        assertThat(accounts.inbox().mails()).isEmpty();
        assertThat(browser.cookies(site().address())).doesNotContainKey("cardea.sign-up");
    }

    @Test
    default void a_forgotten_password_is_replaced_and_ends_the_other_sessions() {
        var accounts = AccountsSite.at(site());
        var before = accounts.newUser(ANN, PASSWORD);
        var browser = site().browser();

        var form = accounts.enterCode(accounts.forgot(browser, ANN), ANN).form("Save password");
        form.fill("password", OTHER).submit();

        assertThat(form.fields()).doesNotContainKey("current");
        assertThat(accounts.user(browser)).contains(ANN);
        assertThat(accounts.user(before)).isEqualTo("null");
        assertThat(accounts.canSignIn(ANN, PASSWORD)).isFalse();
        assertThat(accounts.canSignIn(ANN, OTHER)).isTrue();
    }

    @Test
    default void who_has_no_account_learns_it_from_the_email_alone() {
        var accounts = AccountsSite.at(site());
        accounts.newUser(ANN, PASSWORD);
        var known = accounts.forgot(site().browser(), ANN);

        var unknown = accounts.forgot(site().browser(), "bob@example.com");

        assertThat(unknown.url()).isEqualTo(known.url());
        var page = accounts.enterCode(unknown, "bob@example.com");
        assertThat(page.url()).startsWith(site().address() + "/auth/forgot?error=NoAccount");
        assertThat(accounts.store().getUserByEmail("bob@example.com")).isEmpty();
    }

    @Test
    default void a_changed_password_ends_the_other_sessions_and_keeps_this_one() {
        var accounts = AccountsSite.at(site());
        var other = accounts.newUser(ANN, PASSWORD);
        var browser = site().browser();
        accounts.signIn(browser, ANN, PASSWORD);
        var address = site().address() + "/auth/account/password";

        browser.open(address)
                .form("Save password")
                .fill("current", PASSWORD)
                .fill("password", OTHER)
                .submit();

        assertThat(accounts.user(browser)).contains(ANN);
        assertThat(accounts.user(other)).isEqualTo("null");
        assertThat(accounts.canSignIn(ANN, OTHER)).isTrue();
    }

    @Test
    default void a_path_that_needs_a_fresh_proof_asks_for_it_and_leads_back() {
        var accounts = AccountsSite.at(site());
        var browser = accounts.newUser(ANN, PASSWORD);
        var page = site().address() + "/admin/x?id=7";
        assertThat(browser.open(page).text()).startsWith(Application.INSIDE);
        site().clock.advance(Duration.ofMinutes(11));
        assertThat(browser.open(site().address() + "/account").text()).startsWith(Application.INSIDE);

        var request = site().get("/admin/x?id=7");
        var reauth = browser.send(request.header("Accept", "text/html")).header("Location");
        var script = browser.send(request.header("Accept", "application/json"));

        assertThat(reauth).get().asString().startsWith(site().address() + "/auth/reauth?callbackUrl=");
        assertThat(script.status()).isEqualTo(401);
        assertThat(script.header("WWW-Authenticate"))
                .contains("Session error=\"insufficient_user_authentication\", max_age=\"600\"");
        assertThat(script.text()).contains("\"url\":\"" + site().address() + "/auth/reauth\"");
        var asked = browser.open(reauth.orElseThrow());
        var back = asked.form("Continue").fill("password", PASSWORD).submit();
        assertThat(back.url()).isEqualTo(page);
        assertThat(back.text()).startsWith(Application.INSIDE);
    }

    @Test
    default void who_has_no_guess_left_is_told_when_to_try_again_and_signs_in_by_email() {
        var accounts = AccountsSite.at(site());
        accounts.newUser(ANN, PASSWORD);
        // An empty password is a guess, and costs no hash.
        for (int i = 0; i < 20; i++) accounts.signIn(site().browser(), ANN, "");
        var owner = site().browser();

        var refused = accounts.signIn(owner, ANN, PASSWORD);

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).get().asString().matches("[1-9][0-9]*");
        accounts.enterCode(accounts.post(owner, "/signin/mail", Map.of("email", ANN)), ANN);
        assertThat(accounts.user(owner)).contains(ANN);
    }

    @Test
    default void a_page_reads_the_accounts_and_passkeys_of_its_visitor() {
        assumeFalse(limits().contains(HostLimit.NO_ACCOUNTS), HostLimit.NO_ACCOUNTS.name());
        var accounts = AccountsSite.at(site());
        var page = site().address() + "/settings";

        assertThat(accounts.newUser(ANN, PASSWORD).open(page).text()).isEqualTo("1 sessions, 0 passkeys");
        assertThat(site().browser().open(page).text()).isEqualTo("no user");
    }
}
