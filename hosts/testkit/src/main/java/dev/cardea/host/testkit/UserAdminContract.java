package dev.cardea.host.testkit;

import static dev.cardea.host.testkit.AccountsSite.ANN;
import static dev.cardea.host.testkit.AccountsSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.json.Claims;
import org.junit.jupiter.api.Test;

/** What an administrator of the application does, and what users of the host see of it. */
interface UserAdminContract extends HostTest {
    @Test
    default void a_blocked_user_is_signed_out_and_refused_until_the_block_is_taken_back() {
        var accounts = AccountsSite.at(site());
        var browser = accounts.newUser(ANN, PASSWORD);

        accounts.admin().block(accounts.idOf(ANN), "spam", null);

        assertThat(accounts.user(browser)).isEqualTo("null");
        assertThat(browser.open(site().address() + "/account").text()).doesNotContain(Application.INSIDE);
        var refused = accounts.signIn(browser, ANN, PASSWORD);
        assertThat(refused.url()).isEqualTo(site().address() + "/auth/error?error=AccessDenied&code=AccountBlocked");
        assertThat(refused.status()).isEqualTo(403);
        assertThat(refused.text()).contains("Your account is blocked").doesNotContain("spam");
        assertThat(accounts.user(browser)).isEqualTo("null");
        accounts.admin().unblock(accounts.idOf(ANN));
        assertThat(accounts.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    default void only_an_invited_address_signs_up_and_with_the_fields_of_the_invitation() {
        var accounts = AccountsSite.byInvitation(site());
        var uninvited = accounts.enterCode(accounts.signUp(site().browser(), ANN, PASSWORD), ANN);

        accounts.admin().invite(ANN, Claims.of("role", "editor"));

        assertThat(uninvited.url()).isEqualTo(site().address() + "/auth/error?error=AccessDenied&code=NotInvited");
        assertThat(accounts.store().getUserByEmail(ANN)).isEmpty();
        assertThat(accounts.inbox().notices())
                .singleElement()
                .satisfies(it -> assertThat(it.text()).contains(site().address() + "/auth/signup"));
        assertThat(accounts.user(accounts.newUser(ANN, PASSWORD))).contains(ANN);
        assertThat(accounts.store().getUserByEmail(ANN).orElseThrow().claims().text("role"))
                .isEqualTo("editor");
    }

    @Test
    default void a_user_who_has_lost_the_app_is_signed_out_and_signs_in_without_it() {
        var accounts = AccountsSite.at(site());
        var browser = accounts.newUser(ANN, PASSWORD);
        accounts.connectApp(browser);
        assertThat(accounts.canSignIn(ANN, PASSWORD)).isFalse();

        accounts.admin().resetFactors(accounts.idOf(ANN));

        assertThat(accounts.user(browser)).isEqualTo("null");
        assertThat(accounts.canSignIn(ANN, PASSWORD)).isTrue();
    }
}
