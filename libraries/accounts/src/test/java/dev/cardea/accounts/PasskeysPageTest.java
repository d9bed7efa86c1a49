package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasskeysPageTest {
    private static final String DELETED = "__Host-cardea.deleted-passkey";
    private static final String ELSEWHERE = "q83vASNFZ4mrze8BI0VniQ";
    private static final Claim<List<?>> UNKNOWN = Claim.list("unknownCredentials");

    private FullSite full = FullSite.standard();

    @Test
    void a_user_adds_a_passkey_and_the_other_sessions_stay() throws Exception {
        var phone = full.signedIn(ANN);
        var browser = full.signedIn(ANN);
        var form = full.open(browser, "/passkeys").document().selectFirst("form[data-passkey]");
        assertThat(form).isNotNull();
        assertThat(form.attr("data-passkey")).isEqualTo(AUTH + "/webauthn-options/passkey");
        assertThat(form.attr("action")).isEqualTo(AUTH + "/callback/passkey");

        var page = full.addPasskey(browser);

        assertThat(page.text()).contains("Your passkey is added.");
        assertThat(page.document().select(".items li").text()).startsWith("Passkey Added just now");
        assertThat(full.site.isSignedIn(phone)).isTrue();
    }

    @Test
    void the_script_is_there_only_for_who_has_just_proven_who_they_are() {
        var browser = full.signedIn(ANN);
        assertThat(full.open(browser, "/passkeys").document().select("script")).hasSize(1);
        full.advance(Duration.ofMinutes(11));

        var page = full.open(browser, "/passkeys");

        assertThat(page.document().select("script, form[data-passkey]")).isEmpty();
        assertThat(page.press("Add a passkey").url()).startsWith(AUTH + "/reauth");
    }

    @Test
    void a_passkey_is_neither_added_nor_deleted_without_a_proof_of_the_last_10_minutes() throws Exception {
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        var second = full.newPasskey(browser);
        full.advance(Duration.ofMinutes(11));

        assertThat(full.sendPasskey(browser, second).url()).startsWith(AUTH + "/reauth");
        assertThat(delete(browser, passkeys(browser).get(0)).url()).startsWith(AUTH + "/reauth");
        assertThat(passkeys(browser)).hasSize(1);
    }

    @Test
    void a_deleted_passkey_ends_the_other_sessions() throws Exception {
        var phone = full.signedIn(ANN);
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);

        var page = full.open(browser, "/passkeys").press("Delete").press("Delete passkey");

        assertThat(page.text()).contains("Your passkey is deleted.");
        assertThat(passkeys(browser)).isEmpty();
        assertThat(full.site.isSignedIn(phone)).isFalse();
        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void authenticators_learn_that_the_last_passkey_is_deleted_and_which_others_remain() throws Exception {
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        var id = String.valueOf(passkeys(browser).get(0).text("id"));
        var kept = signals(full.open(browser, "/passkeys"));
        assertThat(kept.get(Claim.list("allAcceptedCredentials")).toString()).contains(id);
        assertThat(kept.get(UNKNOWN)).isEmpty();

        var page = full.open(browser, "/passkeys").press("Delete").press("Delete passkey");

        assertThat(page.url()).isEqualTo(AUTH + "/account/passkeys?notice=passkey-deleted");
        assertThat(signals(page).get(UNKNOWN)).contains(List.of(Map.of("rpId", "app.example", "credentialId", id)));
        full.advance(Duration.ofMinutes(1));
        assertThat(signals(full.open(browser, "/passkeys")).get(UNKNOWN)).isEmpty();
    }

    /** No user here has it: it is one of another site with the same {@code rpId}. */
    @Test
    void a_link_hides_no_passkey_of_another_site() {
        var browser = full.signedIn(ANN);

        for (var query : List.of("?deleted=" + ELSEWHERE, "?notice=passkey-deleted&deleted=" + ELSEWHERE)) {
            var told = signals(full.open(browser, "/passkeys" + query));
            assertThat(told.toJson()).doesNotContain(ELSEWHERE);
            assertThat(told.get(UNKNOWN)).isEmpty();
        }
    }

    @Test
    void a_cookie_that_the_site_has_not_made_for_this_user_hides_no_passkey() throws Exception {
        var ann = full.signedIn(ANN);
        full.addPasskey(ann);
        delete(ann, passkeys(ann).get(0));
        var ofAnn = ann.cookie(AUTH, DELETED).orElseThrow();
        var changed = ofAnn.substring(0, ofAnn.length() - 2) + (ofAnn.endsWith("A") ? "BB" : "AA");
        var bob = full.signedIn(BOB);

        for (var wrong : List.of(ofAnn, ELSEWHERE, "")) {
            bob.setCookie(AUTH, DELETED + "=" + wrong + "; Path=/; Secure");
            assertThat(signals(full.open(bob, "/passkeys")).get(UNKNOWN)).isEmpty();
        }
        ann.setCookie(AUTH, DELETED + "=" + changed + "; Path=/; Secure");
        assertThat(signals(full.open(ann, "/passkeys")).get(UNKNOWN)).isEmpty();
    }

    private static Claims signals(Page page) {
        return Json.parseObject(page.document().select("[data-passkey-signals]").attr("data-passkey-signals"), 10);
    }

    @Test
    void a_passkey_gets_a_name_and_a_wrong_one_is_asked_again() throws Exception {
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);

        var named = full.open(browser, "/passkeys")
                .form("Save")
                .fill("name", " Laptop\u0000 <3 ")
                .submit();
        assertThat(named.url()).isEqualTo(AUTH + "/account/passkeys?notice=passkey-renamed");
        assertThat(named.document().select(".items strong").text()).isEqualTo("Laptop <3");

        for (var name : List.of("", "   ", "x".repeat(101))) {
            var page = named.form("Save").fill("name", name).submit();
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.document().select("details[open] input[name=name][aria-invalid]"))
                    .hasSize(1);
        }
        assertThat(passkeys(browser).get(0).text("name")).isEqualTo("Laptop <3");
    }

    @Test
    void a_store_without_names_offers_none() throws Exception {
        full = FullSite.over(
                it -> AdapterProbe.without(PasskeyRecords.class, it).adapter());
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);

        assertThat(full.open(browser, "/passkeys").text()).doesNotContain("Rename");
        var id = String.valueOf(passkeys(browser).get(0).text("id"));
        var page = full.post(browser, "/passkeys", Map.of("do", "rename", "id", id, "name", "Laptop"));
        assertThat(page.status()).isEqualTo(400);
    }

    @Test
    void the_passkey_of_another_user_is_not_there() throws Exception {
        var ann = full.signedIn(ANN);
        full.addPasskey(ann);
        var passkey = passkeys(ann).get(0);
        var bob = full.signedIn(BOB);
        var phone = full.signedIn(BOB);

        assertThat(delete(bob, passkey).url()).isEqualTo(AUTH + "/account/passkeys");
        var id = String.valueOf(passkey.text("id"));
        full.post(bob, "/passkeys", Map.of("do", "rename", "id", id, "name", "Mine"));

        assertThat(passkeys(ann)).hasSize(1);
        assertThat(passkeys(ann).get(0).text("name")).isNull();
        assertThat(full.site.isSignedIn(phone)).isTrue();
    }

    @Test
    void the_last_passkey_of_a_user_without_another_way_stays() throws Exception {
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        unverify();

        var shown = full.open(browser, "/passkeys");
        assertThat(shown.document().select(".items li").text()).contains("This is your only way to sign in.");
        assertThat(shown.document().select(".items li > form button")).isEmpty();
        var page = delete(browser, passkeys(browser).get(0));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).contains("This is your only way to sign in.");
        assertThat(passkeys(browser)).hasSize(1);
    }

    /** Two browsers with a session each would else both see the other's passkey. */
    @Test
    void the_user_is_locked_before_anything_is_read_of_what_the_removal_depends_on() throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        full = FullSite.over(it -> {
            probe.set(AdapterProbe.on(it));
            return probe.get().adapter();
        });
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        var passkey = passkeys(browser).get(0);

        probe.get().forgetCalls();
        delete(browser, passkey);

        var calls = probe.get().calls();
        var unit = calls.subList(calls.indexOf("inUnit") + 1, calls.size());
        assertThat(unit)
                .startsWith("lockUser")
                .containsSubsequence("lockUser", "listAccountsByUserId", "unlinkAccount");
        assertThat(calls).containsOnlyOnce("unlinkAccount");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void two_tabs_at_the_same_time_leave_a_way_to_sign_in(boolean hasUnits) throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        full = FullSite.over(it -> {
            probe.set(hasUnits ? AdapterProbe.on(it) : AdapterProbe.without(UnitOfWork.class, it));
            return probe.get().adapter();
        });
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        full.addPasskey(browser);
        var both = passkeys(browser);
        var tab = hasUnits ? full.signedIn(ANN) : sharing(browser);
        unverify();
        var pause = probe.get().pauseBefore("unlinkAccount");

        try (var other = new ProbedSite.OtherThread();
                var another = new ProbedSite.OtherThread()) {
            var first = other.call(() -> delete(browser, both.get(0)));
            pause.awaitReached();
            var second = another.call(() -> delete(tab, both.get(1)));
            // The unit of the first one holds the lock, so the second one waits for it.
            if (!hasUnits) second.get();
            pause.resume();
            first.get();
            second.get();
        }

        assertThat(full.accounts(ANN)).isGreaterThanOrEqualTo(1);
    }

    @Test
    void a_user_without_an_address_is_told_what_is_missing() {
        var browser = full.browser();
        full.op.signsIn(Person.of("42", "Ann", ANN).without("email"));
        full.site.post(browser, "/signin/op", Map.of());

        var page = full.open(browser, "/passkeys");

        assertThat(page.text()).contains("You can add a passkey when your account has an email address.");
        assertThat(page.document().select(".account form")).isEmpty();
    }

    /** Two sessions end each other, so in a store without units the tabs have one. */
    private Browser sharing(Browser browser) {
        var session = browser.cookie(AUTH, TestSite.SESSION).orElseThrow();
        return full.browser().setCookie(AUTH, TestSite.SESSION + "=" + session + "; Path=/; Secure");
    }

    private void unverify() {
        full.site.rows.updateUser(UserChange.of(full.idOf(ANN)).clear("emailVerified"));
    }

    private Page delete(Browser browser, Claims passkey) {
        var id = String.valueOf(passkey.text("id"));
        return full.post(browser, "/passkeys", Map.of("do", "delete", "id", id));
    }

    private List<Claims> passkeys(Browser browser) {
        return full.json(browser, "/passkeys").get(Claim.list("passkeys")).orElseThrow().stream()
                .map(it -> Claims.of((Map<?, ?>) it))
                .toList();
    }
}
