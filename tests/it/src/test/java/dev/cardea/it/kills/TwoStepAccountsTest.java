package dev.cardea.it.kills;

import static dev.cardea.it.kills.Visitor.location;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two-step verification as a visitor meets it, against the server's jar. */
@Tag("part")
@Tag("process")
@Tag("store")
class TwoStepAccountsTest {
    private static final String LINE = "accounts: { contextWords: [acme], trustedBrowsers: 2592000 }";
    private static final String PASSWORD = Account.PASSWORD;
    private static final String OTHER = Account.OTHER;

    private static final Map<String, String> NEW_CODES = Map.of("do", "codes");

    @Test
    @Tag("even")
    void the_second_step_is_asked_for_trusted_and_asked_again_on_SQLite() throws Exception {
        lives("sqlite", "database");
    }

    @ParameterizedTest
    @Tag("nightly")
    @CsvSource({
        "sqlite, revocable",
        "postgresql, database",
        "postgresql, revocable",
        "redis, database",
        "redis, revocable"
    })
    void the_second_step_is_asked_for_trusted_and_asked_again(String store, String strategy) throws Exception {
        lives(store, strategy);
    }

    private static void lives(String store, String strategy) throws Exception {
        try (var site = Site.open(store, "strategy: " + strategy, LINE)) {
            each_first_proof_waits_for_the_second_one(site);
            a_value_and_a_recovery_code_work_once(site);
            a_trusted_browser_is_asked_for_changes_and_after_a_new_password(site);
            a_change_needs_the_second_factor_which_replaces_the_session(site);
        }
    }

    private static void each_first_proof_waits_for_the_second_one(Site site) throws Exception {
        var ann = new Account(site.providerVisitor());
        ann.signsUp(PASSWORD);
        assertThat(ann.types(site.mails.code(ann.address()))).isTrue();
        assertThat(ann.visitor().signsInAtProvider()).as("linked").isTrue();
        var phone = Phone.connect(ann);
        assertThat(phone.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();

        var byPassword = ann.again(site);
        assertThat(location(byPassword.enters(PASSWORD))).contains("/auth/factor");
        waits(byPassword);
        assertThat(byPassword.proves("totp", phone.value())).isTrue();

        var byCode = ann.again(site);
        site.mails.clear();
        byCode.visitor().asksForLink();
        assertThat(location(byCode.sends(site.mails.code(ann.address())))).contains("/auth/factor");
        waits(byCode);
        assertThat(byCode.proves("recovery", phone.recoveryCodes().get(0))).isTrue();

        var byProvider = ann.again(site);
        assertThat(byProvider.visitor().signsInAtProvider()).isFalse();
        waits(byProvider);
        assertThat(byProvider.proves("recovery", phone.recoveryCodes().get(1))).isTrue();

        var forgetful = ann.again(site);
        site.mails.clear();
        forgetful.forgets();
        assertThat(location(forgetful.sends(site.mails.code(ann.address())))).contains("/auth/factor");
        waits(forgetful);
        assertThat(forgetful.proves("recovery", phone.recoveryCodes().get(2))).isTrue();

        for (var one : new Account[] {byPassword, byCode, byProvider, forgetful}) {
            assertThat(one.visitor().isSignedIn()).isTrue();
        }
    }

    /** With the cookie of the pause, no route says who the visitor is, and no page of the account opens. */
    private static void waits(Account account) throws IOException {
        var visitor = account.visitor();
        assertThat(visitor.session()).isNull();
        assertThat(visitor.get("/auth/factor").statusCode()).isEqualTo(200);
        assertThat(visitor.get("/auth/session").body()).isEqualTo("null");
        assertThat(visitor.get("/auth/assurance").body()).isEqualTo("null");
        for (var page : new String[] {"account", "account/security", "account/data"}) {
            assertThat(location(visitor.get("/auth/" + page))).contains("/auth/signin");
        }
        assertThat(account.changes("security", NEW_CODES)).contains("/auth/signin");
    }

    private static void a_value_and_a_recovery_code_work_once(Site site) throws Exception {
        var bob = Account.signedUp(site, "bob@example.com");
        var phone = Phone.connect(bob);
        var code = phone.recoveryCodes().get(0);
        var value = phone.value();

        assertThat(bob.waiting(site).proves("totp", value)).isTrue();
        assertThat(bob.waiting(site).proves("totp", value)).isFalse();
        assertThat(bob.waiting(site).proves("recovery", code)).isTrue();
        assertThat(bob.waiting(site).proves("recovery", code)).isFalse();
        assertThat(bob.again(site).proves("recovery", phone.recoveryCodes().get(1)))
                .as("without a first proof")
                .isFalse();
    }

    private static void a_trusted_browser_is_asked_for_changes_and_after_a_new_password(Site site) throws Exception {
        var carl = Account.signedUp(site, "carl@example.com");
        var phone = Phone.connect(carl);
        var trusted = carl.waiting(site);
        trusted.post("factor", Map.of("do", "totp", "code", phone.value(), "trust", "on"));
        assertThat(trusted.visitor().isSignedIn()).isTrue();

        assertThat(trusted.visitor().signsOut()).isTrue();
        assertThat(trusted.signsIn(PASSWORD)).isTrue();
        assertThat(trusted.changes("security", NEW_CODES)).contains("/auth/reauth");

        assertThat(trusted.visitor().signsOut()).isTrue();
        assertThat(carl.changes("password", Map.of("current", PASSWORD, "password", OTHER)))
                .contains("notice=saved");
        assertThat(trusted.signsIn(OTHER)).isFalse();
        assertThat(trusted.proves("recovery", phone.recoveryCodes().get(0))).isTrue();
    }

    private static void a_change_needs_the_second_factor_which_replaces_the_session(Site site) throws Exception {
        var dora = Account.signedUp(site, "dora@example.com");
        var elsewhere = dora.again(site);
        assertThat(elsewhere.signsIn(PASSWORD)).isTrue();
        var phone = Phone.connect(dora);
        assertThat(elsewhere.changes("security", NEW_CODES)).contains("/auth/reauth");

        elsewhere.post("reauth", Map.of("id", "password", "password", PASSWORD));
        assertThat(elsewhere.changes("security", NEW_CODES)).contains("/auth/reauth");

        var stolen = new Account(elsewhere.visitor().copy());
        elsewhere.post("reauth", Map.of("do", "totp", "code", phone.value()));
        assertThat(elsewhere.visitor().session()).isNotEqualTo(stolen.visitor().session());
        assertThat(stolen.changes("security", NEW_CODES)).contains("/auth/signin");
        assertThat(elsewhere.changes("security", NEW_CODES)).isEqualTo("status 200");
    }
}
