package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.EmailAddress;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuessesTest {
    private static final String ANN = "ann@example.com";
    /** A guess that costs no hash. */
    private static final String NONE = "";

    @Test
    @Tag("slow")
    void an_address_has_at_most_92_guesses_a_day_from_whatever_client() {
        var site = TestSite.standard();
        int guesses = 0;

        for (int minute = 0; minute < 24 * 60; minute += 5) {
            for (int client = 0; client < 3; client++) {
                var browser = site.browserAt("93.184.216." + (minute % 200 + client));
                if (site.signIn(browser, ANN, NONE).status() != 429) guesses++;
            }
            site.clock.advance(Duration.ofMinutes(5));
        }

        assertThat(guesses).isBetween(60, 92);
    }

    /** The address ends before a comma, and some sites leave out what follows a plus sign. */
    @ParameterizedTest
    @ValueSource(strings = {"ann@example.com,%d", "ann+%d@example.com", "Ann+%d@EXAMPLE.com "})
    void spellings_of_an_address_share_its_guesses(String spelling) {
        var site = TestSite.standard();
        for (int i = 0; i < 20; i++) site.signIn(site.browser(), spelling.formatted(i), NONE);

        assertThat(site.signIn(site.browser(), spelling.formatted(20), OTHER).status())
                .isEqualTo(429);
        assertThat(site.signIn(site.browser(), ANN, OTHER).status()).isEqualTo(429);
        assertThat(site.signIn(site.browser(), "bob@example.com", OTHER).status())
                .isEqualTo(200);
    }

    @Test
    void spellings_that_the_sites_own_normalizer_makes_one_share_its_guesses() {
        var site = TestSite.mailing(it -> it.normalizeIdentifier(GuessesTest::withoutDots));
        for (int i = 0; i < 20; i++) site.signIn(site.browser(), "a" + ".".repeat(i) + "nn@example.com", OTHER);

        assertThat(site.signIn(site.browser(), "a.n.n@example.com", OTHER).status())
                .isEqualTo(429);
        assertThat(site.signIn(site.browser(), ANN, OTHER).status()).isEqualTo(429);
        assertThat(site.signIn(site.browser(), "b.o.b@example.com", OTHER).status())
                .isEqualTo(200);
    }

    /** Throws for what is no address. */
    private static String withoutDots(String email) {
        int at = EmailAddress.normalize(email).indexOf('@');
        return email.substring(0, at).replace(".", "") + email.substring(at);
    }

    @Test
    void a_text_that_the_normalizer_rejects_counts_as_it_was_entered() {
        var site = TestSite.mailing(it -> it.normalizeIdentifier(GuessesTest::withoutDots));
        for (int i = 0; i < 20; i++) site.signIn(site.browser(), "not an address", OTHER);

        assertThat(site.signIn(site.browser(), "not an address", OTHER).status())
                .isEqualTo(429);
    }

    @Test
    void an_attacker_who_uses_up_the_guesses_locks_nobody_out() {
        var site = TestSite.standard();
        site.newUser(ANN, PASSWORD);
        for (int i = 0; i < 21; i++) site.signIn(site.browser(), ANN, NONE);
        var owner = site.browser();
        assertThat(site.signIn(owner, ANN, PASSWORD).status()).isEqualTo(429);

        site.post(owner, "/signin/mail", Map.of("email", ANN));
        site.openMail(owner, ANN);

        assertThat(site.isSignedIn(owner)).isTrue();
    }

    @Test
    void a_session_that_someone_stole_guesses_the_current_password_10_times() {
        var site = TestSite.standard();
        site.newUser(ANN, PASSWORD);
        var thief = site.browser();
        site.signIn(thief, ANN, PASSWORD);
        for (int i = 0; i < 10; i++) {
            assertThat(site.setPassword(thief, Map.of("current", OTHER + i, "password", OTHER))
                            .status())
                    .isEqualTo(400);
        }

        assertThat(site.setPassword(thief, Map.of("current", PASSWORD, "password", OTHER))
                        .status())
                .isEqualTo(429);
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    /** A new password that is the present one is refused, so it is a guess as well. */
    @Test
    void a_session_that_someone_stole_right_after_an_email_guesses_the_password_10_times() {
        var site = TestSite.standard();
        var thief = site.newUser(ANN, PASSWORD);
        for (int i = 0; i < 10; i++) {
            assertThat(site.post(thief, "/account/password", Map.of("password", PASSWORD))
                            .status())
                    .isEqualTo(400);
        }

        assertThat(site.post(thief, "/account/password", Map.of("password", PASSWORD))
                        .status())
                .isEqualTo(429);
        assertThat(site.post(thief, "/account/password", Map.of("do", "remove")).status())
                .isEqualTo(429);
    }

    @Test
    void what_the_application_set_stays() {
        var own = new Limit(3, Duration.ofHours(1));
        var site = TestSite.with(it -> it.rateLimits(RateLimits.DEFAULT.limit(Budget.CREDENTIALS_FOR_ACCOUNT, own)));
        for (int i = 0; i < 3; i++) {
            assertThat(site.signIn(site.browser(), ANN, OTHER).url()).contains("CredentialsSignin");
        }

        assertThat(site.signIn(site.browser(), ANN, OTHER).status()).isEqualTo(429);
    }
}
