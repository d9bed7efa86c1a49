package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.PasskeyFactor;
import dev.cardea.accounts.factor.RecoveryCodes;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.hook.Events;
import dev.cardea.provider.Mail;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Page;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A site that requires a second factor, and a user who has a passkey, but has chosen none. */
class RequiredPasskeyTest {
    private static final String OPTIONS = AUTH + "/webauthn-options/passkey?action=authenticate";
    private static final Map<String, String> ENROLLING = Map.of("callbackUrl", URL + "/inside", "enrol", "on");

    private final AtomicReference<SecondFactor> policy = new AtomicReference<>(SecondFactor.IF_ENROLLED);
    private FullSite full = site(true);

    private FullSite site(boolean hasUnits) {
        return FullSite.with(it -> it.replaceProviders(PasskeyStepTest::preferringVerification)
                .adapter(
                        hasUnits
                                ? it.adapter()
                                : AdapterProbe.without(UnitOfWork.class, Objects.requireNonNull(it.adapter()))
                                        .adapter())
                .extension(TestSite.accounts().secondFactor(request -> policy.get())));
    }

    private Browser user(String email, String password) throws Exception {
        var browser = full.browser();
        full.site.signUp(browser, email, password);
        full.site.openMail(browser, email);
        full.addPasskey(browser);
        full.device.verifyUser(false);
        full.changes.clear();
        return browser;
    }

    private Browser paused() {
        policy.set(SecondFactor.REQUIRED);
        var browser = full.browser();
        full.site.signIn(browser, ANN, PASSWORD);
        assertThat(full.site.isSignedIn(browser)).isFalse();
        return browser;
    }

    private boolean isOn(String email) {
        return PasskeyFactor.isOn(new Store(full.site.rows, full.site.clock), full.idOf(email));
    }

    private Page enrol(Browser browser) throws Exception {
        return full.signInByPasskey(browser, OPTIONS, ENROLLING);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_passkey_that_the_user_proves_becomes_the_second_factor(boolean hasUnits) throws Exception {
        full = site(hasUnits);
        user(ANN, PASSWORD);
        var browser = paused();
        var page = browser.open(Phone.url());
        assertThat(page.text()).contains("You already have a passkey.", "Connect your authenticator app");
        assertThat(page.document().select("form[data-passkey] .primary")).hasSize(1);
        assertThat(page.document().select(".primary")).hasSize(1);
        assertThat(page.document().select("form[data-passkey] [name=enrol]").val())
                .isEqualTo("on");
        assertThat(full.site.json(browser, "/factor")).contains("\"passkeys\":[\"passkey\"]");

        var done = enrol(browser);

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(done.url()).startsWith(AUTH + "/account/security?notice=passkey-factor-on&callbackUrl=");
        assertThat(done.text())
                .contains(
                        "From now on, we ask for your passkey",
                        "You have no recovery codes left.",
                        "Make new recovery codes");
        assertThat(isOn(ANN)).isTrue();
        assertThat(full.changes).extracting(Events.AccountChanged::kind).containsExactly("passkey-factor-on");
        Eventually.passes(() -> assertThat(full.site.inbox.notices().stream().map(Mail::subject))
                .contains("A passkey is now needed at app.example"));
        policy.set(SecondFactor.IF_ENROLLED);
        assertThat(full.site.canSignIn(ANN, PASSWORD)).isFalse();
    }

    /** What the password alone can do is nothing: neither choose the passkey, nor sign in. */
    @Test
    void without_the_passkey_nothing_is_chosen() throws Exception {
        user(ANN, PASSWORD);
        var thief = paused();

        full.site.post(thief, "/factor", Map.of("do", "passkey-on", "enrol", "on"));

        assertThat(full.site.isSignedIn(thief)).isFalse();
        assertThat(isOn(ANN)).isFalse();
    }

    @Test
    void a_passkey_that_completes_the_sign_in_without_this_choice_is_chosen_by_no_one() throws Exception {
        user(ANN, PASSWORD);
        var browser = paused();

        full.signInByPasskey(browser, OPTIONS, Map.of("callbackUrl", URL + "/inside"));

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(isOn(ANN)).isFalse();
    }

    /** One that verifies its user is both factors of this sign-in, but the user has proven nothing else. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void after_a_passkey_as_first_proof_the_same_one_is_neither_offered_nor_chosen(boolean verifiesUser)
            throws Exception {
        user(ANN, PASSWORD);
        policy.set(SecondFactor.REQUIRED);
        var browser = full.browser();
        enrol(browser);
        var page = browser.open(Phone.url());
        assertThat(page.text()).contains("Protect your account");
        assertThat(page.document().select("form[data-passkey]")).isEmpty();
        full.device.verifyUser(verifiesUser);

        enrol(browser);

        assertThat(full.site.isSignedIn(browser)).isEqualTo(verifiesUser);
        assertThat(isOn(ANN)).isFalse();
    }

    @Test
    void the_passkey_of_another_user_is_chosen_for_neither() throws Exception {
        user(ANN, PASSWORD);
        var browser = paused();
        policy.set(SecondFactor.IF_ENROLLED);
        user(BOB, OTHER);

        enrol(browser);

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(isOn(ANN)).isFalse();
        assertThat(isOn(BOB)).isFalse();
    }

    @Test
    void a_user_who_has_an_app_does_not_choose_the_passkey_here() throws Exception {
        var owner = user(ANN, PASSWORD);
        Phone.connect(full.site, owner);
        int codes = codes();
        var browser = paused();

        enrol(browser);

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(isOn(ANN)).isFalse();
        assertThat(codes()).isEqualTo(codes);
    }

    private int codes() {
        return full.site
                .rows
                .listRecordsByUserId(full.idOf(ANN), RecoveryCodes.KIND)
                .size();
    }
}
