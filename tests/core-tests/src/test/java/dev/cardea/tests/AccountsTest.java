package dev.cardea.tests;

import static dev.cardea.tests.Site.APP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Accounts;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.UnlinkResult;
import dev.cardea.testing.Browser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** What people see and change of how they sign in, and of where they are signed in. */
class AccountsTest {
    private final InMemoryAdapter store = new InMemoryAdapter();
    private final Site site = Site.onRows(store);

    @Test
    void a_visitor_who_is_not_signed_in_has_no_accounts() {
        assertThat(site.auth.accounts(Request.get(APP + "/settings"))).isEmpty();
    }

    @Test
    void without_an_adapter_there_are_none_to_ask_for() {
        assertThatThrownBy(() -> Site.plain().auth.accounts(Request.get(APP + "/settings")))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("set adapter");
    }

    @Test
    void an_account_is_added_by_signing_in_with_it_and_shown_without_its_tokens() {
        byMail();
        var begun = mine().link("op", "/settings");
        begun.cookies().forEach(c -> site.browser.setCookie(APP + "/", c.toHeaderValue()));
        assertThat(site.browser.open(begun.to()).url()).isEqualTo(APP + "/settings");
        assertThat(mine().linked()).containsExactly(new Accounts.LinkedAccount("op", "ada", "oidc"));
    }

    @Test
    void the_last_sign_in_method_cannot_be_unlinked() {
        signIn();
        assertThat(mine().unlink("op", "ada")).isEqualTo(UnlinkResult.LAST_SIGN_IN_METHOD);
        assertThat(mine().linked()).hasSize(1);
    }

    @Test
    void a_user_with_a_verified_address_can_unlink_an_account() {
        byMail();
        signIn();
        assertThat(mine().unlink("op", "ada")).isEqualTo(UnlinkResult.REMOVED);
        assertThat(mine().linked()).isEmpty();
    }

    @Test
    void an_account_of_a_provider_that_is_not_configured_is_not_a_sign_in_method() {
        signIn();
        store.linkAccount(account("closed", "7"));
        assertThat(mine().unlink("op", "ada")).isEqualTo(UnlinkResult.LAST_SIGN_IN_METHOD);
        assertThat(mine().unlink("closed", "7")).isEqualTo(UnlinkResult.REMOVED);
    }

    @Test
    void accounts_of_other_users_are_neither_shown_nor_changed() {
        signIn();
        var other = store.createUser(dev.cardea.model.User.of(null, "Eve", "eve@example.com"));
        store.linkAccount(account("op", "eve").with("userId", other.id()));
        assertThat(mine().unlink("op", "eve")).isEqualTo(UnlinkResult.NOT_LINKED);
        assertThat(store.getUserByAccount("op", "eve")).isPresent();
    }

    @RepeatedTest(20)
    void two_concurrent_removals_leave_one_sign_in_method() {
        signIn();
        store.linkAccount(account("op", "second"));
        var mine = mine();
        var one = CompletableFuture.supplyAsync(() -> mine.unlink("op", "ada"));
        var two = CompletableFuture.supplyAsync(() -> mine.unlink("op", "second"));
        assertThat(List.of(one.join(), two.join())).contains(UnlinkResult.LAST_SIGN_IN_METHOD);
        assertThat(mine.linked()).isNotEmpty();
    }

    @Test
    void sessions_are_listed_without_their_tokens() {
        signIn();
        var elsewhere = elsewhere();
        var sessions = mine().sessions();
        assertThat(sessions).hasSize(2);
        assertThat(sessions.stream().filter(Accounts.OpenSession::isCurrent)).hasSize(1);
        assertThat(sessions.toString()).doesNotContain(site.sessionCookie().orElseThrow());

        var other = sessions.stream().filter(s -> !s.isCurrent()).findFirst().orElseThrow();
        assertThat(mine().endSession(other.id())).isTrue();
        assertThat(mine().endSession(other.id())).isFalse();
        assertThat(elsewhere.open(APP + "/auth/session").text()).isEqualTo("null");
        assertThat(site.events).endsWith("signOut");
    }

    @Test
    void all_other_sessions_end_and_this_one_stays() {
        signIn();
        var one = elsewhere();
        var two = elsewhere();
        mine().endOtherSessions();
        assertThat(one.open(APP + "/auth/session").text()).isEqualTo("null");
        assertThat(two.open(APP + "/auth/session").text()).isEqualTo("null");
        assertThat(site.session()).contains("Ada Lovelace");
        assertThat(site.events.stream().filter("signOut"::equals)).hasSize(2);
    }

    @Test
    void expired_sessions_are_not_listed() {
        elsewhere();
        site.clock.advance(Duration.ofDays(31));
        signIn();
        assertThat(mine().sessions()).hasSize(1);
    }

    @Test
    void a_store_that_cannot_list_says_so() {
        var poor = Site.onRows(AdapterProbe.without(AccountIndex.class, store).adapter());
        poor.signInPage().press("Sign in with Demo ID");
        var mine = poor.auth
                .accounts(Request.get(APP + "/settings")
                        .header(
                                "cookie",
                                "__Secure-authjs.session-token="
                                        + poor.sessionCookie().orElseThrow()))
                .orElseThrow();
        assertThatThrownBy(mine::linked)
                .isInstanceOfSatisfying(
                        AuthException.class, e -> assertThat(e.type()).isEqualTo(ErrorType.MISSING_ADAPTER_METHODS))
                .hasMessageContaining("AccountIndex");
    }

    private Account account(String provider, String id) {
        var ada = store.getUserByEmail("ada@example.com").orElseThrow();
        return Account.of(provider, id, ProviderType.OAUTH).with("userId", ada.id());
    }

    private Accounts mine() {
        var cookie = "__Secure-authjs.session-token=" + site.sessionCookie().orElseThrow();
        return site.auth
                .accounts(Request.get(APP + "/settings").header("cookie", cookie))
                .orElseThrow();
    }

    private void signIn() {
        site.signInPage().press("Sign in with Demo ID");
    }

    private Browser elsewhere() {
        var browser = site.anotherBrowser();
        browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        return browser;
    }

    private void byMail() {
        var csrf = site.browser.open(APP + "/auth/csrf").text().substring(14, 78);
        site.browser.post(APP + "/auth/signin/email", Map.of("csrfToken", csrf, "email", "ada@example.com"));
        site.browser.open(site.inbox.links().get(0));
    }
}
