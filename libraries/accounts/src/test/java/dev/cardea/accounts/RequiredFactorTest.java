package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a site decides about the second step. */
class RequiredFactorTest {
    private static final String ANN = "ann@example.com";
    private static final String BOB = "bob@example.com";

    private final TestSite site = deciding(SecondFactor.REQUIRED);

    private static TestSite deciding(SecondFactor always) {
        return TestSite.with(it -> it.extension(TestSite.accounts().secondFactor(always)));
    }

    /** Opens the email of a sign-up, and begins what the page asks for. */
    private Phone begun(Browser browser, String email, String password) {
        site.signUp(browser, email, password);
        var page = site.openMail(browser, email);
        assertThat(page.url()).isEqualTo(Phone.url());
        assertThat(page.text()).contains("Protect your account");
        page.press("Set up two-step verification");
        return Phone.scanned(site, browser, "/factor");
    }

    private Page confirm(Browser browser, String code) {
        return site.post(browser, "/factor", Map.of("do", "confirm", "code", code));
    }

    @Test
    void a_new_user_sets_up_an_app_before_there_is_a_session_and_then_has_the_password_of_the_sign_up() {
        var browser = site.browser();
        var phone = begun(browser, ANN, PASSWORD);
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(confirm(browser, phone.wrongCode()).text()).contains("This code isn&#39;t right.");

        var page = confirm(browser, phone.code());

        assertThat(Phone.codes(page)).hasSize(10);
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(page.follow("I've saved them").url()).isEqualTo(URL + "/");
        var next = phone.paused(ANN, PASSWORD);
        phone.enter(next, phone.nextCode());
        assertThat(site.isSignedIn(next)).isTrue();
    }

    /** With a factor, the pause grants the question for it alone. */
    @Test
    void a_user_who_has_an_app_cant_set_up_another_one_instead_of_proving_it() {
        var owner = site.browser();
        confirm(owner, begun(owner, ANN, PASSWORD).code());
        var thief = site.browser();
        site.signIn(thief, ANN, PASSWORD);

        site.post(thief, "/factor", Map.of("do", "enrol"));

        assertThat(site.json(thief, "/factor")).doesNotContain("\"key\"");
        assertThat(site.rows.listRecordsByUserId(idOf(ANN), "enrolment")).isEmpty();
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    /** Two sign-ins of one user may set up an app at the same time: one does, and the other one proves it. */
    @Test
    void an_app_that_was_begun_in_another_pause_is_not_completed_here() {
        var owner = site.browser();
        var phone = begun(owner, ANN, PASSWORD);
        var thief = site.browser();
        site.post(thief, "/signin/mail", Map.of("email", ANN));
        site.openMail(thief, ANN);

        assertThat(site.json(thief, "/factor")).doesNotContain("\"key\"");
        assertThat(confirm(thief, phone.code()).text()).contains("This key has expired.");
        assertThat(site.rows.listRecordsByUserId(idOf(ANN), Authenticators.KIND))
                .isEmpty();
    }

    @Test
    void a_page_of_the_account_is_closed_until_then() {
        var browser = site.browser();
        begun(browser, ANN, PASSWORD);

        assertThat(browser.open(AUTH + "/account/security").url()).startsWith(AUTH + "/signin");
    }

    @Test
    void a_site_that_never_asks_signs_in_with_one_proof() {
        var never = deciding(SecondFactor.NEVER);
        Phone.connect(never, never.newUser(ANN, PASSWORD));

        assertThat(never.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void the_application_decides_for_each_sign_in() {
        var mixed = TestSite.with(it -> it.extension(TestSite.accounts()
                .secondFactor(request ->
                        BOB.equals(request.user().email()) && request.provider().equals("password")
                                ? SecondFactor.REQUIRED
                                : SecondFactor.IF_ENROLLED)));
        mixed.newUser(ANN, PASSWORD);
        mixed.newUser(BOB, OTHER);

        assertThat(mixed.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(mixed.canSignIn(BOB, OTHER)).isFalse();
    }

    @Test
    void a_callback_that_throws_refuses_the_sign_in() {
        var broken = TestSite.with(it -> it.extension(TestSite.accounts().secondFactor(request -> {
            throw new IllegalStateException("of the test");
        })));
        var browser = broken.browser();
        broken.signUp(browser, ANN, PASSWORD);

        var page = broken.openMail(browser, ANN);

        assertThat(broken.isSignedIn(browser)).isFalse();
        assertThat(page.url()).contains("/error?error=AccessDenied");
        assertThat(page.text()).doesNotContain("of the test");
    }

    private String idOf(String email) {
        return String.valueOf(site.user(email).orElseThrow().id());
    }
}
