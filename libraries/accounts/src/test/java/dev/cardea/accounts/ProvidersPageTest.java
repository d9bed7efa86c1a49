package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProvidersPageTest {
    private static final Map<String, String> UNLINK = Map.of("do", "unlink", "provider", "op", "id", "42");

    private final FullSite full = FullSite.standard();

    @Test
    void a_user_links_an_account_and_comes_back() {
        var browser = full.signedIn(ANN);
        var phone = full.signedIn(ANN);

        var page = full.open(browser, "/providers").press("Link");

        assertThat(page.url()).isEqualTo(AUTH + "/account/providers?notice=account-linked");
        assertThat(page.text()).contains("Your account is linked.");
        assertThat(page.document().select(".items li").text()).isEqualTo("Demo ID Linked Unlink");
        assertThat(full.site.isSignedIn(phone)).isTrue();
    }

    @Test
    void an_unlinked_account_ends_the_other_sessions_and_this_one_is_a_new_one() {
        var phone = full.signedIn(ANN);
        var browser = full.signedIn(ANN);
        full.link(browser);
        var before = browser.cookie(AUTH, TestSite.SESSION).orElseThrow();

        var page = full.open(browser, "/providers").press("Unlink").press("Unlink");

        assertThat(page.url()).isEqualTo(AUTH + "/account/providers?notice=account-unlinked");
        assertThat(full.accounts(ANN)).isZero();
        assertThat(full.site.isSignedIn(phone)).isFalse();
        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(browser.cookie(AUTH, TestSite.SESSION)).get().isNotEqualTo(before);
    }

    @Test
    void linking_and_unlinking_need_a_proof_of_the_last_10_minutes() {
        var browser = full.signedIn(ANN);
        full.link(browser);
        full.advance(Duration.ofMinutes(11));

        var refused = full.post(browser, "/providers", UNLINK);
        assertThat(refused.url()).startsWith(AUTH + "/reauth");
        assertThat(full.accounts(ANN)).isOne();

        full.site.rows.unlinkAccount("op", "42");
        assertThat(full.link(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(full.accounts(ANN)).isZero();
    }

    @Test
    void the_account_of_another_user_is_not_there() {
        var ann = full.signedIn(ANN);
        full.link(ann);
        var bob = full.signedIn(BOB);
        var phone = full.signedIn(BOB);

        var page = full.post(bob, "/providers", UNLINK);

        assertThat(page.url()).isEqualTo(AUTH + "/account/providers");
        assertThat(full.accounts(ANN)).isOne();
        assertThat(full.site.isSignedIn(phone)).isTrue();
    }

    @Test
    void the_last_way_to_sign_in_stays_and_so_do_the_other_sessions() {
        var browser = full.browser();
        full.op.signsIn(Person.of("42", "Ann", ANN).without("email"));
        full.site.post(browser, "/signin/op", Map.of());
        var phone = full.browser();
        full.site.post(phone, "/signin/op", Map.of());

        var shown = full.open(browser, "/providers");
        assertThat(shown.document().select(".items li").text()).contains("This is your only way to sign in.");
        assertThat(shown.document().select(".items button")).isEmpty();
        assertThat(full.json(browser, "/providers").toJson()).contains("\"isLast\":true");
        var page = full.post(browser, "/providers", UNLINK);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).contains("This is your only way to sign in.");
        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(full.site.isSignedIn(phone)).isTrue();
        assertThat(full.site.rows.getUserByAccount("op", "42")).isPresent();
    }

    @Test
    void an_account_of_a_provider_that_is_no_longer_there_can_be_unlinked() {
        var browser = full.signedIn(ANN);
        full.site.rows.linkAccount(Account.of("gone", "7", ProviderType.OAUTH).with("userId", full.idOf(ANN)));

        var page = full.open(browser, "/providers");

        assertThat(page.text()).contains("You can&#39;t sign in with it here anymore.");
        page.press("Unlink").press("Unlink");
        assertThat(full.accounts(ANN)).isZero();
    }

    @Test
    void an_unknown_provider_is_refused() {
        var browser = full.signedIn(ANN);

        for (var provider : new String[] {"", "mail", "password", "../signout", "nothing"}) {
            var page = full.post(browser, "/providers", Map.of("do", "link", "provider", provider));
            assertThat(page.status()).as(provider).isEqualTo(400);
        }
    }
}
