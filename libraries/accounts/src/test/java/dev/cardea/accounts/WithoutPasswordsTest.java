package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A site whose users sign in at a provider, and that sends no emails. */
class WithoutPasswordsTest {
    private static final String OP = "https://op.example";
    private static final String ANN = "ann@example.com";

    private final FakeClock clock = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    private final InMemoryAdapter rows = new InMemoryAdapter(clock, Randomness.secure());
    private final IdentityProvider op = IdentityProvider.at(OP, clock, Randomness.secure())
            .signsIn(Person.of("ann", "Ann", ANN).with("email_verified", true))
            .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
    private final Auth auth = Auth.of(AuthConfig.builder()
            .env(Env.none())
            .url(URL)
            .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
            .adapter(rows)
            .clock(clock)
            .http(op)
            .provider(OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret"))
            .extension(UserAccounts.standard().withoutPasswords()));
    private final Browser browser = Browser.of(Origins.of(URL, auth::handle).and(op), clock);

    @BeforeEach
    void signIn() {
        post("/signin/op", Map.of());
    }

    private void post(String route, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put(
                "csrfToken",
                browser.open(AUTH + "/signin")
                        .document()
                        .selectFirst("input[name=csrfToken]")
                        .val());
        browser.post(AUTH + route, all);
    }

    private User user() {
        return rows.getUserByEmail(ANN).orElseThrow();
    }

    @Test
    void no_password_is_asked_for_and_none_can_be_set() {
        assertThat(browser.open(AUTH + "/signin").document().select("input[type=password]"))
                .isEmpty();
        assertThat(browser.open(AUTH + "/signup").status()).isEqualTo(400);
        assertThat(browser.open(AUTH + "/forgot").status()).isEqualTo(400);
        assertThat(browser.open(AUTH + "/account/password").url()).isEqualTo(AUTH + "/account");

        post("/account/password", Map.of("password", TestSite.PASSWORD));

        assertThat(rows.getRecord(StoredPassword.KIND, user().id())).isEmpty();
    }

    @Test
    void the_pages_of_the_account_are_there() {
        post("/account/profile", Map.of("name", "Ann Lee"));
        assertThat(user().name()).isEqualTo("Ann Lee");

        post("/account/data", Map.of("do", "delete", "confirm", ANN));
        assertThat(rows.getUserByEmail(ANN)).isEmpty();
    }

    @Test
    void without_emails_the_page_of_the_address_shows_it_and_changes_nothing() {
        var page = browser.open(AUTH + "/account/email");
        assertThat(page.text()).contains("Your email address is ann@example.com.");
        assertThat(page.document().select(".account form")).isEmpty();

        for (var action : new String[] {"change", "verify", "confirm"}) {
            post("/account/email", Map.of("do", action, "email", "lee@example.com", "code", "12345678"));
        }

        assertThat(rows.getRecord(EmailChanges.KIND, user().id())).isEmpty();
    }

    @Test
    void a_password_of_before_is_no_way_to_sign_in() {
        rows.createRecord(StoredPassword.first(user().id(), "a hash", clock.instant(), Randomness.secure()));
        var session = browser.cookie(AUTH, TestSite.SESSION).orElseThrow();
        var request = Request.get(AUTH + "/account").header("Cookie", TestSite.SESSION + "=" + session);

        var result = auth.accounts(request).orElseThrow().unlink("op", "ann");

        assertThat(result).isEqualTo(UnlinkResult.LAST_SIGN_IN_METHOD);
    }
}
