package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A stolen session can't be made one whose user has just proven who they are. */
class FreshnessTest {
    private static final String ANN = "ann@example.com";
    private static final String OP = "https://op.example";
    private final FakeClock ofProvider = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    private final IdentityProvider op = IdentityProvider.at(OP, ofProvider, Randomness.secure())
            .signsIn(Person.of("thief", "Thief", "thief@example.com").with("email_verified", true))
            .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
    private TestSite site = TestSite.with(it -> it.http(op).provider(demo()));

    @Test
    void a_stolen_session_links_no_account_without_a_recent_proof() {
        site.newUser(ANN, PASSWORD);
        var owner = browser();
        site.signIn(owner, ANN, PASSWORD);
        var thief = stolen(owner);
        advance(Duration.ofMinutes(11));

        var page = link(thief);

        assertThat(page.url()).isEqualTo(AUTH + "/reauth?callbackUrl=https%3A%2F%2Fapp.example%2F");
        assertThat(page.text()).contains("Confirm that it's you");
        assertThat(accounts()).isZero();
        site.post(thief, "/account/password", Map.of("do", "remove"));
        assertThat(site.hash(ANN)).isPresent();
        assertThat(site.isSignedIn(owner)).isTrue();
    }

    @Test
    void a_session_without_a_record_links_no_account() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        site.rows.createSession(new AdapterSession(
                "of-auth-js", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");

        assertThat(link(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(accounts()).isZero();
    }

    @Test
    void a_user_who_has_just_signed_in_links_an_account_and_its_proofs_stay_those_of_before() {
        site.newUser(ANN, PASSWORD);
        var browser = browser();
        site.signIn(browser, ANN, PASSWORD);
        advance(Duration.ofMinutes(9));

        assertThat(link(browser).url()).isEqualTo(URL + "/");
        assertThat(accounts()).isOne();

        advance(Duration.ofMinutes(2));
        site.post(browser, "/account/password", Map.of("do", "remove"));
        assertThat(site.hash(ANN)).isPresent();
        var again = link(browser);
        assertThat(again.url()).isEqualTo(URL + "/");
        site.setPassword(browser, Map.of("current", PASSWORD, "password", OTHER));
        assertThat(site.canSignIn(ANN, OTHER)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_session_that_a_new_password_ends_meanwhile_links_no_account(boolean hasUnits) throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        site = TestSite.with(it -> {
            var real = Objects.requireNonNull(it.adapter());
            probe.set(hasUnits ? AdapterProbe.on(real) : AdapterProbe.without(UnitOfWork.class, real));
            return it.adapter(probe.get().adapter()).http(op).provider(demo());
        });
        site.newUser(ANN, PASSWORD);
        var owner = browser();
        site.signIn(owner, ANN, PASSWORD);
        var thief = stolen(owner);
        var pause = probe.get().pauseBefore("getUserByAccount");

        try (var other = new ProbedSite.OtherThread()) {
            var linked = other.call(() -> link(thief));
            pause.awaitReached();
            site.setPassword(owner, Map.of("current", PASSWORD, "password", OTHER));
            pause.resume();
            linked.get();
        }

        assertThat(site.canSignIn(ANN, OTHER)).isTrue();
        assertThat(accounts()).isZero();
        assertThat(site.isSignedIn(thief)).isFalse();
        assertThat(site.isSignedIn(owner)).isTrue();
    }

    private static OAuthProvider demo() {
        return OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret");
    }

    private int accounts() {
        return site.rows.listAccountsByUserId(site.user(ANN).orElseThrow().id()).size();
    }

    private Page link(Browser browser) {
        return site.post(browser, "/signin/op", Map.of("callbackUrl", URL + "/"));
    }

    private Browser browser() {
        return Browser.of(Origins.of(URL, site.auth::handle).and(op), site.clock);
    }

    private Browser stolen(Browser owner) {
        var session = owner.cookie(AUTH, TestSite.SESSION).orElseThrow();
        return browser().setCookie(AUTH, TestSite.SESSION + "=" + session + "; Path=/; Secure");
    }

    private void advance(Duration time) {
        site.clock.advance(time);
        ofProvider.advance(time);
    }
}
