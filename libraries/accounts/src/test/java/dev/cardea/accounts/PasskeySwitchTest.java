package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.PasskeyFactor;
import dev.cardea.accounts.factor.RecoveryCodes;
import dev.cardea.adapter.UserChange;
import dev.cardea.hook.Events;
import dev.cardea.json.Claim;
import dev.cardea.provider.Mail;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Page;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Users who are asked for their passkey after another first factor, because they have chosen it. */
class PasskeySwitchTest {
    private static final String OPTIONS = AUTH + "/webauthn-options/passkey?action=authenticate";

    private final FullSite full = FullSite.with(it -> it.replaceProviders(PasskeyStepTest::preferringVerification));

    /** Signs up a user who has a passkey, and doesn't use it. */
    private Browser user() throws Exception {
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);
        full.addPasskey(browser);
        full.device.verifyUser(false);
        return browser;
    }

    private Page change(Browser browser, String change) {
        return full.post(browser, "/security", Map.of("do", change));
    }

    private Browser afterPassword() {
        var browser = full.browser();
        full.site.signIn(browser, ANN, PASSWORD);
        return browser;
    }

    private Page byPasskey(Browser browser) throws Exception {
        return full.signInByPasskey(browser, OPTIONS, Map.of("callbackUrl", URL + "/inside"));
    }

    private int choices() {
        var id = full.idOf(ANN);
        return full.site
                        .rows
                        .getRecord(Authenticators.KIND, PasskeyFactor.id(id))
                        .isPresent()
                ? 1
                : 0;
    }

    private int records(String kind) {
        return full.site.rows.listRecordsByUserId(full.idOf(ANN), kind).size();
    }

    private String passkey(Browser browser) {
        return full.json(browser, "/passkeys").get(Claim.list("passkeys")).orElseThrow().stream()
                .map(it -> String.valueOf(((Map<?, ?>) it).get("id")))
                .findFirst()
                .orElseThrow();
    }

    private void removePasskey(Browser browser) {
        full.post(browser, "/passkeys", Map.of("do", "delete", "id", passkey(browser)));
    }

    @Test
    void a_user_who_chooses_it_saves_recovery_codes_and_is_asked_for_the_passkey_after_the_password() throws Exception {
        var browser = user();

        var saved = full.open(browser, "/security").press("Ask for my passkey");

        assertThat(Phone.codes(saved)).hasSize(10);
        var page = saved.follow("I've saved them");
        assertThat(page.text())
                .contains(
                        "From now on, we ask for your passkey",
                        "Stop asking for my passkey",
                        "You have 10 recovery codes left.");
        assertThat(full.open(browser, "").text()).contains("On");

        var other = afterPassword();
        assertThat(full.site.isSignedIn(other)).isFalse();
        var asked = other.open(Phone.url());
        assertThat(asked.document().select("h1").text()).isEqualTo("Use your passkey");
        assertThat(asked.document().select("form[data-passkey] .primary")).hasSize(1);
        assertThat(asked.document().select("input[name=code]")).isEmpty();
        assertThat(asked.text()).doesNotContain("authenticator app");
        assertThat(byPasskey(other).url()).isEqualTo(URL + "/inside");
        assertThat(full.site.isSignedIn(other)).isTrue();
    }

    @Test
    void a_recovery_code_counts_in_place_of_the_passkey_and_a_wrong_one_is_asked_again() throws Exception {
        var codes = Phone.codes(change(user(), "passkey-on"));
        var browser = afterPassword();

        var wrong = browser.open(Phone.url())
                .follow("Use a recovery code instead")
                .form("Continue")
                .fill("code", "WRONG")
                .submit();
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.follow("Use your passkey").document().select("form[data-passkey]"))
                .hasSize(1);
        wrong.form("Continue").fill("code", codes.get(0)).submit();

        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_passkey_that_its_user_has_not_chosen_asks_for_nothing() throws Exception {
        user();

        assertThat(full.site.isSignedIn(afterPassword())).isTrue();
    }

    @Test
    void a_choice_without_a_passkey_asks_for_nothing_and_its_recovery_codes_prove_nothing() throws Exception {
        var browser = user();
        var codes = Phone.codes(change(browser, "passkey-on"));
        for (var account : full.site.rows.listAccountsByUserId(full.idOf(ANN))) {
            full.site.rows.unlinkAccount(account.provider(), account.providerAccountId());
        }

        assertThat(choices()).isOne();
        assertThat(full.site.isSignedIn(afterPassword())).isTrue();
        assertThat(full.open(browser, "/security").text()).doesNotContain("Passkey as a second step");
        full.advance(Duration.ofMinutes(11));
        full.site.post(browser, "/reauth", Map.of("do", "recovery", "code", codes.get(0)));
        assertThat(full.post(browser, "/password", Map.of("do", "remove")).url())
                .startsWith(AUTH + "/reauth");
    }

    @Test
    void with_the_last_passkey_go_the_choice_and_the_recovery_codes_and_other_sessions_end() throws Exception {
        var browser = user();
        var other = full.signedIn(ANN);
        full.addPasskey(browser);
        full.device.verifyUser(false);
        change(browser, "passkey-on");
        byPasskey(browser);

        removePasskey(browser);
        assertThat(choices()).isOne();
        assertThat(records(RecoveryCodes.KIND)).isEqualTo(10);
        removePasskey(browser);

        assertThat(choices()).isZero();
        assertThat(records(RecoveryCodes.KIND)).isZero();
        assertThat(full.site.isSignedIn(other)).isFalse();
        assertThat(full.site.isSignedIn(browser)).isTrue();
        full.addPasskey(browser);
        assertThat(full.site.isSignedIn(afterPassword())).isTrue();
    }

    @Test
    void a_session_without_a_recent_proof_does_not_choose_it() throws Exception {
        var browser = user();
        full.advance(Duration.ofMinutes(11));

        assertThat(change(browser, "passkey-on").url()).startsWith(AUTH + "/reauth?callbackUrl=");
        assertThat(choices()).isZero();
    }

    @Test
    void a_password_does_not_end_what_was_chosen_but_the_passkey_does() throws Exception {
        var browser = user();
        var other = full.signedIn(ANN);
        change(browser, "passkey-on");

        var refused = change(browser, "passkey-off");
        assertThat(refused.url()).startsWith(AUTH + "/reauth?callbackUrl=");
        assertThat(refused.document().select("form[data-passkey]")).hasSize(1);
        assertThat(refused.document().select("input[name=code]")).isEmpty();
        assertThat(choices()).isOne();
        byPasskey(browser);
        var page = full.open(browser, "/security")
                .press("Stop asking for my passkey")
                .press("Stop asking");

        assertThat(page.text()).contains("We no longer ask for your passkey.");
        assertThat(choices() + records(RecoveryCodes.KIND)).isZero();
        assertThat(full.site.isSignedIn(other)).isFalse();
        assertThat(full.site.isSignedIn(afterPassword())).isTrue();
    }

    @Test
    void next_to_an_app_the_choice_adds_no_codes_and_takes_none_away() throws Exception {
        var browser = user();
        var phone = Phone.connect(full.site, browser);

        assertThat(Phone.codes(change(browser, "passkey-on"))).isEmpty();
        var asked = afterPassword().open(Phone.url());
        assertThat(asked.document().select("form[data-passkey]")).hasSize(1);
        assertThat(asked.text()).contains("Code from the app");
        change(browser, "passkey-off");

        assertThat(choices()).isZero();
        assertThat(records(RecoveryCodes.KIND)).isEqualTo(10);
        assertThat(phone.recoveryCodes()).hasSize(10);
    }

    @Test
    void a_user_without_a_passkey_has_nothing_to_choose() {
        var browser = full.site.newUser(ANN, PASSWORD);

        assertThat(full.open(browser, "/security").text()).doesNotContain("Passkey as a second step");
        assertThat(change(browser, "passkey-on").url()).isEqualTo(AUTH + "/account/security");
        assertThat(change(browser, "passkey-off").url()).isEqualTo(AUTH + "/account/security");
        assertThat(choices() + records(RecoveryCodes.KIND)).isZero();
    }

    /** The codes of the first answer are those that the user has saved. */
    @Test
    void a_second_choice_replaces_no_codes() throws Exception {
        var browser = user();
        var codes = Phone.codes(change(browser, "passkey-on"));
        byPasskey(browser);

        assertThat(Phone.codes(change(browser, "passkey-on"))).isEmpty();
        var other = afterPassword();
        full.site.post(other, "/factor", Map.of("do", "recovery", "code", codes.get(0)));
        assertThat(full.site.isSignedIn(other)).isTrue();
    }

    @Test
    void who_began_with_the_passkey_is_told_to_sign_in_another_way_first() throws Exception {
        change(user(), "passkey-on");
        var browser = full.browser();

        var page = byPasskey(browser);

        assertThat(page.url()).isEqualTo(Phone.url());
        assertThat(page.document().text()).contains("You've just used your passkey.");
        assertThat(page.document().select("form[data-passkey]")).isEmpty();
        full.site.signIn(browser, ANN, PASSWORD);
        byPasskey(browser);
        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_page_of_the_application_sees_what_was_chosen_and_how_to_go_on() throws Exception {
        var browser = user();
        assertThat(full.json(browser, "/security").value("passkeyFactor")).isEqualTo(false);

        change(browser, "passkey-on");

        assertThat(full.json(browser, "/security").value("passkeyFactor")).isEqualTo(true);
        assertThat(full.site.json(afterPassword(), "/factor")).contains("\"methods\":[\"recovery\",\"passkey\"]");
    }

    @Test
    void each_change_is_an_event_and_an_email_and_the_export_has_the_choice() throws Exception {
        var browser = user();
        change(browser, "passkey-on");
        byPasskey(browser);
        assertThat(full.post(browser, "/data", Map.of("do", "export")).text()).contains("\"type\":\"passkey\"");
        assertThat(full.open(browser, "/data").text()).contains("An app or a passkey for the second step");
        change(browser, "passkey-off");

        assertThat(full.changes.stream().map(Events.AccountChanged::kind))
                .contains("passkey-factor-on", "passkey-factor-off");
        Eventually.passes(() -> assertThat(full.site.inbox.notices().stream().map(Mail::subject))
                .contains("A passkey is now needed at app.example", "A passkey is no longer needed at app.example"));
    }

    /** Someone may have chosen it who only typed the address. */
    @Test
    void the_first_verification_of_an_address_removes_what_was_chosen_before() throws Exception {
        change(user(), "passkey-on");
        full.site.rows.updateUser(UserChange.of(full.idOf(ANN)).clear("emailVerified"));

        var owner = full.browser();
        full.site.post(owner, "/signin/mail", Map.of("email", ANN));
        full.site.openMail(owner, ANN);

        assertThat(choices() + records(RecoveryCodes.KIND)).isZero();
    }

    @Test
    void every_change_of_the_page_needs_a_verified_address() throws Exception {
        var browser = user();
        full.site.rows.updateUser(UserChange.of(full.idOf(ANN)).clear("emailVerified"));

        assertThat(change(browser, "passkey-on").status()).isEqualTo(400);
        assertThat(choices()).isZero();
    }
}
