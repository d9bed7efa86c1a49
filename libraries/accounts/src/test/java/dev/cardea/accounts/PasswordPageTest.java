package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.testing.Browser;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordPageTest {
    private static final String ANN = "ann@example.com";
    private static final String HERONS = "nine grey herons over the harbour";
    private final TestSite site = TestSite.standard();

    @Test
    void a_user_who_has_forgotten_the_password_sets_a_new_one_by_email() {
        site.newUser(ANN, PASSWORD);
        var browser = site.browser();

        var sent = site.forgot(browser, ANN);
        assertThat(sent.url()).startsWith(AUTH + "/verify-request");
        var page = site.openMail(browser, ANN);

        assertThat(page.url()).startsWith(AUTH + "/account/password");
        assertThat(page.document().select("input[name=current]")).isEmpty();
        page.form("Save password").fill("password", OTHER).submit();
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.canSignIn(ANN, OTHER)).isTrue();
        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();
    }

    @Test
    void a_new_password_ends_every_other_session_and_gives_this_browser_a_new_one() {
        var thief = site.newUser(ANN, PASSWORD);
        var owner = site.browser();
        site.signIn(owner, ANN, PASSWORD);
        var before = owner.cookie(AUTH, TestSite.SESSION).orElseThrow();

        var saved = site.setPassword(owner, Map.of("current", PASSWORD, "password", OTHER));

        assertThat(saved.url()).isEqualTo(AUTH + "/account/password?notice=saved");
        assertThat(saved.text()).contains("Your password is saved.");
        assertThat(site.isSignedIn(owner)).isTrue();
        assertThat(site.isSignedIn(thief)).isFalse();
        assertThat(owner.cookie(AUTH, TestSite.SESSION)).get().isNotEqualTo(before);
        var old = site.browser().setCookie(AUTH, TestSite.SESSION + "=" + before + "; Path=/; Secure");
        assertThat(site.isSignedIn(old)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void of_two_resets_at_the_same_time_one_password_stays(boolean hasUnits) throws Exception {
        var probed = hasUnits ? ProbedSite.standard() : ProbedSite.without(UnitOfWork.class);
        var both = probed.site();
        both.newUser(ANN, PASSWORD);
        var one = reset(both);
        var two = reset(both);
        var pause = probed.probe().pauseBefore("replaceRecord");

        var form = two.open(AUTH + "/account/password").form("Save password");
        try (var other = new ProbedSite.OtherThread();
                var another = new ProbedSite.OtherThread()) {
            var first = other.call(() -> both.setPassword(one, Map.of("password", OTHER)));
            pause.awaitReached();
            var second = another.call(() -> form.fill("password", HERONS).submit());
            // The unit of the first one holds the lock, so the second one waits for it.
            if (!hasUnits) second.get();
            pause.resume();
            first.get();
            second.get();
        }

        int open = (both.isSignedIn(one) ? 1 : 0) + (both.isSignedIn(two) ? 1 : 0);
        int right = (both.canSignIn(ANN, OTHER) ? 1 : 0) + (both.canSignIn(ANN, HERONS) ? 1 : 0);
        assertThat(right).isEqualTo(1);
        assertThat(open).isLessThanOrEqualTo(1);
        assertThat(both.canSignIn(ANN, PASSWORD)).isFalse();
    }

    private static Browser reset(TestSite site) {
        var browser = site.browser();
        site.forgot(browser, ANN);
        site.openMail(browser, ANN);
        return browser;
    }

    @Test
    void the_current_password_is_asked_unless_the_mailbox_was_proven_in_the_last_10_minutes() {
        var browser = site.newUser(ANN, PASSWORD);
        assertThat(browser.open(AUTH + "/account/password").document().select("input[name=current]"))
                .isEmpty();

        site.clock.advance(Duration.ofMinutes(10));

        assertThat(browser.open(AUTH + "/account/password").document().select("input[name=current]"))
                .hasSize(1);
        var refused = site.setPassword(browser, Map.of("current", OTHER, "password", OTHER));
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("The current password isn&#39;t right.");
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void a_body_without_the_current_password_is_refused() {
        site.newUser(ANN, PASSWORD);
        var browser = site.browser();
        site.signIn(browser, ANN, PASSWORD);
        var csrf = browser.open(AUTH + "/account/password")
                .form("Save password")
                .fields()
                .get("csrfToken");

        for (var body : List.of(
                Map.of("csrfToken", csrf, "password", OTHER),
                Map.of("csrfToken", csrf, "password", OTHER, "current", ""))) {
            assertThat(browser.post(AUTH + "/account/password", body).status()).isEqualTo(400);
        }
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void a_password_that_stays_the_same_is_refused() {
        var browser = site.newUser(ANN, PASSWORD);

        var page = site.setPassword(browser, Map.of("password", PASSWORD));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("This is your present password.");
    }

    @Test
    void a_first_password_needs_a_recent_proof() {
        site.rows.createUser(User.of(Claims.of("email", ANN)));
        var browser = reset(site);
        site.clock.advance(Duration.ofMinutes(11));

        var page = site.setPassword(browser, Map.of("password", OTHER));

        assertThat(page.url())
                .isEqualTo(AUTH + "/reauth?callbackUrl=https%3A%2F%2Fapp.example%2Fauth%2Faccount%2Fpassword");
        assertThat(page.text()).contains("Confirm that it's you");
        assertThat(site.hash(ANN)).isEmpty();

        site.openMail(reset(site), ANN);
        var fresh = reset(site);
        site.setPassword(fresh, Map.of("password", OTHER));
        assertThat(site.canSignIn(ANN, OTHER)).isTrue();
    }

    @Test
    void a_session_without_a_record_is_valid_and_not_fresh() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        site.rows.createSession(new AdapterSession(
                "of-auth-js", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = site.browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");

        var page = site.setPassword(browser, Map.of("password", OTHER));

        assertThat(page.url()).startsWith(AUTH + "/reauth");
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void an_unverified_user_sets_no_password() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN)));
        site.rows.createSession(new AdapterSession(
                "unverified", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = site.browser().setCookie(AUTH, TestSite.SESSION + "=unverified; Path=/; Secure");

        var page = site.setPassword(browser, Map.of("password", OTHER));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("Verify your email address first");
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void the_first_verification_removes_a_password_that_was_there_before() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN)));
        site.rows.createRecord(StoredPassword.first(
                String.valueOf(user.id()), TestSite.HASHING.hash(PASSWORD), site.clock.instant(), Randomness.secure()));
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();

        reset(site);

        assertThat(site.canSignIn(ANN, PASSWORD)).isFalse();
    }

    @Test
    void who_has_forgotten_a_password_of_no_account_learns_it_after_the_proof_and_gets_none() {
        var browser = site.browser();
        var sent = site.forgot(browser, ANN);
        assertThat(sent.url()).startsWith(AUTH + "/verify-request");

        var page = site.openMail(browser, ANN);

        assertThat(page.url()).startsWith(AUTH + "/forgot?error=NoAccount");
        assertThat(page.text()).contains("There&#39;s no account for ann@example.com.");
        assertThat(page.document().select("a[href*=/signup]")).hasSize(1);
        assertThat(site.user(ANN)).isEmpty();
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @Test
    void who_has_no_account_to_reset_signs_in_by_email_afterwards() {
        var browser = site.browser();
        site.forgot(browser, ANN);
        assertThat(site.openMail(browser, ANN).url()).contains("error=NoAccount");

        site.post(browser, "/signin/mail", Map.of("email", ANN));
        site.openMail(browser, ANN);

        assertThat(site.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_password_can_be_removed_and_the_user_signs_in_by_email() {
        var browser = site.newUser(ANN, PASSWORD);

        var page = browser.open(AUTH + "/account/password")
                .press("Remove password")
                .press("Remove password");

        assertThat(page.text()).contains("Your password is removed.");
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.hash(ANN)).isEmpty();
        assertThat(site.isSignedIn(reset(site))).isTrue();
    }

    @Test
    void a_visitor_is_led_to_the_sign_in_page_and_back() {
        var page = site.browser().open(AUTH + "/account/password");

        assertThat(page.url()).startsWith(AUTH + "/signin?callbackUrl=");
    }

    @Test
    void a_reset_leads_to_where_the_visitor_wanted_to_go() {
        site.newUser(ANN, PASSWORD);
        var browser = site.browser();
        browser.open(AUTH + "/forgot?callbackUrl=/inside")
                .form("Send email")
                .fill("email", ANN)
                .submit();

        var page = site.openMail(browser, ANN)
                .form("Save password")
                .fill("password", OTHER)
                .submit();

        assertThat(page.url()).isEqualTo(URL + "/inside");
    }

    @Test
    void a_post_without_the_token_of_the_browser_changes_nothing() {
        var browser = site.newUser(ANN, PASSWORD);

        browser.post(AUTH + "/account/password", Map.of("password", OTHER));
        browser.post(AUTH + "/account/password", Map.of("do", "remove"));
        site.browser().post(AUTH + "/signup", Map.of("email", "bob@example.com", "password", OTHER));
        site.browser().post(AUTH + "/forgot", Map.of("email", "bob@example.com"));

        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(site.inbox.last("bob@example.com")).isEmpty();
    }
}
