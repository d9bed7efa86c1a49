package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.UserChange;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OverviewPageTest {
    private final FullSite full = FullSite.standard();

    @Test
    void each_part_of_the_account_says_how_it_stands() throws Exception {
        var browser = full.signedIn(ANN);
        full.signedIn(ANN);
        full.link(browser);
        full.addPasskey(browser);
        full.site.rows.updateUser(UserChange.of(full.idOf(ANN)).name("Ann <Example>"));

        var page = full.open(browser, "");

        assertThat(page.document().select(".items li").eachText())
                .containsExactly(
                        "Ann <Example> ann@example.com Sign out",
                        "Profile Ann <Example>",
                        "Email ann@example.com",
                        "Password No password",
                        "Passkeys 1 passkey",
                        "Two-step verification Off",
                        "Linked accounts Demo ID",
                        "Devices 2 devices",
                        "Your data Download it, or delete your account");
        assertThat(page.follow("Passkeys").url()).isEqualTo(AUTH + "/account/passkeys");
    }

    @Test
    void who_has_one_way_to_sign_in_is_asked_to_add_another_one() {
        var browser = full.signedIn(ANN);
        assertThat(hint(full.open(browser, ""))).startsWith("You have only one way to sign in.");

        full.link(browser);

        assertThat(hint(full.open(browser, ""))).isEmpty();
        var withPassword = full.site.newUser("bob@example.com", PASSWORD);
        assertThat(hint(full.open(withPassword, ""))).isEmpty();
    }

    @Test
    void who_has_not_proven_the_address_is_asked_to() {
        var user = full.site.rows.createUser(User.of(Claims.of("email", ANN)));
        full.site.rows.createSession(new AdapterSession(
                "unverified",
                String.valueOf(user.id()),
                full.site.clock.instant().plus(Duration.ofDays(1))));
        var browser = full.browser().setCookie(AUTH, TestSite.SESSION + "=unverified; Path=/; Secure");

        var page = full.open(browser, "");

        assertThat(page.document().select(".badge").text()).isEqualTo("Not verified");
        assertThat(hint(page)).startsWith("Your email address isn't verified yet.");
    }

    @Test
    void a_user_without_name_and_address_has_every_page() {
        full.op.signsIn(Person.of("42", "Ann", ANN).without("email").without("name"));
        var browser = full.browser();
        full.site.post(browser, "/signin/op", Map.of());

        for (var page : new String[] {"", "/password", "/passkeys", "/providers", "/sessions"}) {
            assertThat(full.open(browser, page).status()).as(page).isEqualTo(200);
        }
        var overview = full.open(browser, "");
        assertThat(overview.document().selectFirst(".items strong").text()).isEqualTo("You're signed in");
        assertThat(hint(overview)).startsWith("You have only one way to sign in.");
    }

    @Test
    void a_user_signs_out() {
        var browser = full.signedIn(ANN);

        full.open(browser, "").press("Sign out");

        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    private static String hint(Page page) {
        return page.document().select(".note").text();
    }
}
