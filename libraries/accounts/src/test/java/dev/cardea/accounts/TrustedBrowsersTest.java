package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.testing.Browser;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Browsers in which the second step is left out for some time. */
class TrustedBrowsersTest {
    private static final String ANN = "ann@example.com";
    private static final String BOB = "bob@example.com";
    private static final String COOKIE = "__Host-cardea.browser";
    private static final String PAGE = AUTH + "/account/security";

    private final TestSite site =
            TestSite.with(it -> it.extension(TestSite.accounts().trustedBrowsers(Duration.ofDays(30))));
    private final Browser owner = site.newUser(ANN, PASSWORD);
    private final Phone phone = Phone.connect(site, owner);

    /** A browser that was trusted at a sign-in, and signed out. */
    private Browser trusted() {
        var browser = phone.paused(ANN, PASSWORD);
        browser.open(Phone.url())
                .form("Continue")
                .fill("code", phone.nextCode())
                .fill("trust", "on")
                .submit();
        assertThat(site.isSignedIn(browser)).isTrue();
        site.post(browser, "/signout", Map.of());
        assertThat(site.isSignedIn(browser)).isFalse();
        return browser;
    }

    private boolean isAsked(Browser browser, String email, String password) {
        site.signIn(browser, email, password);
        return !site.isSignedIn(browser);
    }

    @Test
    void a_trusted_browser_is_not_asked_again_until_the_end_which_no_sign_in_moves() {
        var browser = trusted();
        var end = site.clock.instant().plus(Duration.ofDays(30));
        var userId = String.valueOf(site.user(ANN).orElseThrow().id());

        assertThat(site.rows.listRecordsByUserId(userId, TrustedBrowsers.KIND))
                .allSatisfy(it -> assertThat(it.expires()).isEqualTo(end))
                .hasSize(1);
        site.clock.advance(Duration.ofDays(29));
        assertThat(isAsked(browser, ANN, PASSWORD)).isFalse();
        site.post(browser, "/signout", Map.of());
        site.clock.advance(Duration.ofDays(1));
        assertThat(isAsked(browser, ANN, PASSWORD)).isTrue();
    }

    @Test
    void a_browser_that_was_not_trusted_is_asked() {
        trusted();
        var browser = phone.paused(ANN, PASSWORD);
        phone.enter(browser, phone.nextCode());
        site.post(browser, "/signout", Map.of());

        assertThat(isAsked(browser, ANN, PASSWORD)).isTrue();
    }

    @Test
    void the_browser_that_one_user_trusts_is_not_that_of_another() {
        var bob = site.newUser(BOB, OTHER);
        Phone.connect(site, bob);
        var browser = trusted();

        assertThat(isAsked(browser, BOB, OTHER)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "codes", "factor", "forgotten"})
    void a_change_of_the_account_forgets_the_browsers(String change) {
        Phone.connect(site, owner);
        var browser = trusted();

        switch (change) {
            case "password" -> site.setPassword(owner, Map.of("password", OTHER, "current", PASSWORD));
            case "codes" -> site.post(owner, "/account/security", Map.of("do", "codes"));
            case "factor" -> owner.open(PAGE).press("Remove").press("Remove app");
            default -> owner.open(PAGE).press("Forget these browsers");
        }

        assertThat(isAsked(browser, ANN, change.equals("password") ? OTHER : PASSWORD))
                .isTrue();
    }

    @Test
    void the_page_says_how_many_browsers_are_trusted() {
        assertThat(owner.open(PAGE).text()).doesNotContain("Forget these browsers");
        trusted();

        assertThat(owner.open(PAGE).text()).contains("You trust 1 browser.");
        assertThat(site.json(owner, "/account/security")).contains("\"trustedBrowsers\":1");
    }

    @Test
    void a_wrong_code_trusts_no_browser() {
        var browser = phone.paused(ANN, PASSWORD);

        site.post(browser, "/factor", Map.of("do", "totp", "code", phone.wrongCode(), "trust", "on"));

        assertThat(browser.cookie(AUTH, COOKIE)).isEmpty();
    }

    @Test
    void unless_the_site_allows_it_no_browser_is_trusted() {
        var strict = TestSite.standard();
        var app = Phone.connect(strict, strict.newUser(ANN, PASSWORD));
        var browser = app.paused(ANN, PASSWORD);

        assertThat(browser.open(Phone.url()).document().select("input[name=trust]"))
                .isEmpty();
        strict.post(browser, "/factor", Map.of("do", "totp", "code", app.nextCode(), "trust", "on"));

        assertThat(strict.isSignedIn(browser)).isTrue();
        assertThat(browser.cookie(AUTH, COOKIE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "P91D"})
    void a_browser_is_trusted_for_at_most_90_days(String life) {
        assertThatThrownBy(() -> TestSite.accounts().trustedBrowsers(Duration.parse(life)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
