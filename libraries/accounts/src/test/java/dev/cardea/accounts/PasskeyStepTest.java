package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.PausedSignIns;
import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import dev.cardea.testing.VirtualAuthenticator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A passkey that completes a sign-in, or strengthens a session. */
class PasskeyStepTest {
    private static final String PAUSE = "__Host-cardea.factor";
    private static final String OPTIONS = AUTH + "/webauthn-options/passkey?action=authenticate";

    private final List<String> signIns = new CopyOnWriteArrayList<>();
    private FullSite full = site(true);

    private FullSite site(boolean hasUnits) {
        return site(hasUnits, TestSite.accounts());
    }

    private FullSite site(boolean hasUnits, UserAccounts accounts) {
        return FullSite.with(it -> it.extension(accounts)
                .replaceProviders(PasskeyStepTest::preferringVerification)
                .adapter(hasUnits ? it.adapter() : withoutUnits(it.adapter()))
                .rateLimits(RateLimits.OFF)
                .events(new Events() {
                    @Override
                    public void signIn(SignIn event) {
                        signIns.add(event.account().provider());
                    }
                }));
    }

    private static Adapter withoutUnits(Adapter real) {
        return AdapterProbe.without(UnitOfWork.class, Objects.requireNonNull(real))
                .adapter();
    }

    static Provider preferringVerification(Provider provider) {
        return provider instanceof WebAuthnProvider passkeys
                ? passkeys.userVerification(Requirement.PREFERRED)
                : provider;
    }

    /** Signs up a user who has a passkey, which doesn't verify them, and an authenticator app. */
    private Browser user(String email, String password) throws Exception {
        return user(email, password, new AtomicReference<>());
    }

    private Browser user(String email, String password, AtomicReference<Phone> phone) throws Exception {
        var browser = full.browser();
        full.site.signUp(browser, email, password);
        full.site.openMail(browser, email);
        full.addPasskey(browser);
        full.device.verifyUser(false);
        phone.set(Phone.connect(full.site, browser));
        signIns.clear();
        return browser;
    }

    private Browser paused() {
        var browser = full.browser();
        full.site.post(
                browser, "/callback/password", Map.of("email", ANN, "password", PASSWORD, "callbackUrl", "/inside"));
        assertThat(browser.cookie(AUTH, PAUSE)).isPresent();
        return browser;
    }

    private Page byPasskey(Browser browser) throws VirtualAuthenticator.Refusal {
        return full.signInByPasskey(browser, OPTIONS, Map.of("callbackUrl", URL + "/inside"));
    }

    private int pauses(String email) {
        return full.site
                .rows
                .listRecordsByUserId(full.idOf(email), PausedSignIns.KIND)
                .size();
    }

    private Claims assurance(Browser browser) {
        return Json.parseObject(browser.open(AUTH + "/assurance").text(), 10);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void after_the_password_a_passkey_completes_the_sign_in_and_both_proofs_count(boolean hasUnits) throws Exception {
        full = site(hasUnits);
        user(ANN, PASSWORD);
        var browser = paused();
        var form = browser.open(Phone.url()).document().selectFirst("form[data-passkey]");
        assertThat(form.select("[name=callbackUrl]").val()).isEqualTo(URL + "/inside");

        var page = full.signInByPasskey(
                browser,
                form.attr("data-passkey") + "?action=authenticate",
                Map.of("callbackUrl", form.select("[name=callbackUrl]").val()));

        assertThat(page.url()).isEqualTo(URL + "/inside");
        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(signIns).containsExactly("passkey");
        assertThat(pauses(ANN)).isZero();
        assertThat(browser.cookie(AUTH, PAUSE)).isEmpty();
        assertThat(assurance(browser).value("amr")).isEqualTo(List.of("pwd", "hwk"));
        assertThat(assurance(browser).text("secondFactor")).isEqualTo("2026-11-01T10:00:00Z");
    }

    @Test
    void after_a_forgotten_password_the_passkey_leads_to_the_form_for_a_new_one() throws Exception {
        user(ANN, PASSWORD);
        var browser = full.browser();
        full.site.forgot(browser, ANN);
        full.site.openMail(browser, ANN);
        var form = browser.open(Phone.url()).document().selectFirst("form[data-passkey]");

        var page = full.signInByPasskey(
                browser,
                form.attr("data-passkey") + "?action=authenticate",
                Map.of("callbackUrl", form.select("[name=callbackUrl]").val()));

        assertThat(page.url()).isEqualTo(AUTH + "/account/password");
        assertThat(page.document().select("[name=current]")).isEmpty();
        full.site.setPassword(browser, Map.of("password", OTHER));
        assertThat(full.site.isSignedIn(browser)).isTrue();
    }

    @Test
    void the_passkey_of_another_user_signs_that_one_in_and_the_pause_stays() throws Exception {
        user(ANN, PASSWORD);
        var ofAnn = full.device;
        var browser = paused();
        var cookie = browser.cookie(AUTH, PAUSE).orElseThrow();
        var bob = full.browser();
        full.site.signUp(bob, BOB, OTHER);
        full.site.openMail(bob, BOB);
        full.addPasskey(bob);
        full.device.verifyUser(false);
        signIns.clear();

        byPasskey(browser);

        assertThat(browser.open(AUTH + "/session").text()).contains(BOB);
        assertThat(assurance(browser).value("amr")).isEqualTo(List.of("hwk"));
        assertThat(pauses(ANN)).isOne();
        full.device = ofAnn;
        var later = full.browser().setCookie(AUTH, PAUSE + "=" + cookie + "; Path=/; Secure");
        byPasskey(later);
        assertThat(later.open(AUTH + "/session").text()).contains(ANN);
        assertThat(pauses(ANN)).isZero();
    }

    @Test
    void a_user_with_a_factor_whose_passkey_meets_the_pause_of_another_one_is_asked_for_it() throws Exception {
        user(ANN, PASSWORD);
        var browser = paused();
        user(BOB, OTHER);

        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(full.site.isSignedIn(browser)).isFalse();
        assertThat(pauses(ANN)).isOne();
        assertThat(pauses(BOB)).isOne();
    }

    @Test
    void a_passkey_after_a_passkey_is_no_second_step() throws Exception {
        user(ANN, PASSWORD);
        var browser = full.browser();

        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @Test
    void the_passkey_that_began_a_session_is_no_second_factor_of_it_later() throws Exception {
        var phone = new AtomicReference<Phone>();
        user(ANN, PASSWORD, phone);
        var browser = full.browser();
        byPasskey(browser);
        phone.get().enter(browser, phone.get().nextCode());
        assertThat(full.site.isSignedIn(browser)).isTrue();
        var proven = assurance(browser).text("secondFactor");
        full.advance(Duration.ofMinutes(11));

        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(assurance(browser).text("secondFactor")).isEqualTo(proven);
    }

    @Test
    void an_account_that_was_unlinked_meanwhile_counts_no_more() throws Exception {
        var owner = user(ANN, PASSWORD);
        full.link(owner);
        var browser = full.browser();
        full.site.post(browser, "/signin/op", Map.of("callbackUrl", "/inside"));
        assertThat(browser.cookie(AUTH, PAUSE)).isPresent();
        full.site.rows.listAccountsByUserId(full.idOf(ANN)).stream()
                .filter(it -> it.provider().equals("op"))
                .forEach(it -> full.site.rows.unlinkAccount(it.provider(), it.providerAccountId()));

        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @Test
    void a_pause_that_is_over_or_not_of_this_browser_is_completed_by_no_passkey() throws Exception {
        user(ANN, PASSWORD);
        var late = paused();
        full.advance(Duration.ofMinutes(10));
        byPasskey(late);
        paused();
        var other = full.browser();
        byPasskey(other);

        assertThat(full.site.isSignedIn(late)).isFalse();
        assertThat(full.site.isSignedIn(other)).isFalse();
    }

    @Test
    void a_password_that_was_replaced_meanwhile_counts_no_more() throws Exception {
        user(ANN, PASSWORD);
        var browser = paused();
        var stored = StoredPassword.of(new Store(full.site.rows, full.site.clock), full.idOf(ANN))
                .orElseThrow();
        full.advance(Duration.ofSeconds(1));
        full.site.rows.replaceRecord(stored.changed(TestSite.HASHING.hash(OTHER), full.site.clock.instant()));

        assertThat(byPasskey(browser).url()).isEqualTo(Phone.url());
        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void thirty_two_passkeys_at_the_same_time_complete_one_pause_once(boolean hasUnits) throws Exception {
        full = site(hasUnits);
        user(ANN, PASSWORD);
        var cookie = paused().cookie(AUTH, PAUSE).orElseThrow();
        var all = new ArrayList<Browser>();
        var calls = new ArrayList<Callable<Page>>();
        for (int i = 0; i < 32; i++) {
            var browser = full.browser().setCookie(AUTH, PAUSE + "=" + cookie + "; Path=/; Secure");
            all.add(browser);
            var options = full.passkeyOptions(browser, OPTIONS);
            var passkey = full.device.get(options, URL).toJson();
            calls.add(
                    () -> browser.post(AUTH + "/callback/passkey", Map.of("action", "authenticate", "data", passkey)));
        }
        int before = full.site.rows.listSessionsByUserId(full.idOf(ANN)).size();

        var threads = Executors.newFixedThreadPool(32);
        try {
            for (var each : threads.invokeAll(calls)) each.get();
        } finally {
            threads.shutdownNow();
        }

        assertThat(all.stream().filter(full.site::isSignedIn)).hasSize(1);
        assertThat(full.site.rows.listSessionsByUserId(full.idOf(ANN))).hasSize(before + 1);
    }

    /** Without units of work, another request may take it after this one has seen it. */
    @Test
    void a_pause_that_has_gone_on_before_it_is_taken_opens_no_session() throws Exception {
        var probe = new AtomicReference<AdapterProbe>();
        full = FullSite.with(it -> {
            probe.set(AdapterProbe.without(UnitOfWork.class, Objects.requireNonNull(it.adapter())));
            return it.replaceProviders(PasskeyStepTest::preferringVerification)
                    .adapter(probe.get().adapter());
        });
        user(ANN, PASSWORD);
        var browser = paused();
        var pause = probe.get().pauseBefore("takeRecord");

        try (var other = new ProbedSite.OtherThread()) {
            var completed = other.call(() -> byPasskey(browser));
            pause.awaitReached();
            full.site.rows.deleteRecordsByUserId(full.idOf(ANN), PausedSignIns.KIND);
            pause.resume();
            completed.get();
        }

        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @Test
    void in_a_session_with_a_first_proof_a_passkey_is_the_second_factor() throws Exception {
        var browser = user(ANN, PASSWORD);
        full.advance(Duration.ofMinutes(11));
        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(browser.open(AUTH + "/reauth").document().select("form[data-passkey]"))
                .hasSize(1);

        assertThat(byPasskey(browser).url()).isEqualTo(URL + "/inside");

        assertThat(assurance(browser).text("secondFactor")).isEqualTo("2026-11-01T10:11:00Z");
        assertThat(remove(browser).text()).contains("Your password is removed.");
    }

    @Test
    void in_the_session_of_another_user_a_passkey_proves_nothing() throws Exception {
        var browser = full.signedIn(BOB);
        user(ANN, PASSWORD);

        assertThat(byPasskey(browser).url()).doesNotContain("/inside");
        assertThat(browser.open(AUTH + "/session").text()).contains(BOB);
    }

    @Test
    void a_passkey_that_verifies_its_user_is_never_asked_more_and_ends_the_pause() throws Exception {
        user(ANN, PASSWORD);
        full.device.verifyUser(true);
        var browser = paused();

        assertThat(byPasskey(browser).url()).isEqualTo(URL + "/inside");
        assertThat(pauses(ANN)).isZero();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_browser_of_a_user_who_has_proven_the_passkey_may_be_trusted_as_after_a_code(boolean hasUnits)
            throws Exception {
        full = site(hasUnits, TestSite.accounts().trustedBrowsers(Duration.ofDays(30)));
        user(ANN, PASSWORD);
        var browser = paused();
        assertThat(browser.open(Phone.url()).document().select("form[data-passkey] input[name=trust]"))
                .hasSize(1);

        full.signInByPasskey(browser, OPTIONS, Map.of("callbackUrl", URL + "/inside", "trust", "on"));

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(trustedBrowsers()).isOne();
        full.site.post(browser, "/signout", Map.of());
        assertThat(full.site.isSignedIn(browser)).isFalse();
        full.site.signIn(browser, ANN, PASSWORD);
        assertThat(full.site.isSignedIn(browser)).isTrue();
        full.site.post(browser, "/signout", Map.of());
        full.advance(Duration.ofDays(30));
        full.site.signIn(browser, ANN, PASSWORD);
        assertThat(full.site.isSignedIn(browser)).isFalse();
    }

    @Test
    void a_passkey_that_completes_no_sign_in_of_its_user_trusts_no_browser() throws Exception {
        full = site(true, TestSite.accounts().trustedBrowsers(Duration.ofDays(30)));
        var owner = user(ANN, PASSWORD);
        var trusting = Map.of("callbackUrl", URL + "/inside", "trust", "on");

        full.signInByPasskey(full.browser(), OPTIONS, trusting);
        full.signInByPasskey(owner, OPTIONS, trusting);
        full.device.verifyUser(true);
        full.signInByPasskey(full.browser(), OPTIONS, trusting);
        assertThat(trustedBrowsers()).isZero();

        var browser = paused();
        full.device.verifyUser(false);
        full.site.rows.deleteRecordsByUserId(full.idOf(ANN), PausedSignIns.KIND);
        full.signInByPasskey(browser, OPTIONS, trusting);
        assertThat(trustedBrowsers()).isZero();
        assertThat(browser.cookie(AUTH, "__Host-cardea.browser")).isEmpty();
    }

    @Test
    void unless_the_site_allows_it_a_passkey_trusts_no_browser() throws Exception {
        user(ANN, PASSWORD);
        var browser = paused();
        assertThat(browser.open(Phone.url()).document().select("input[name=trust]"))
                .isEmpty();

        full.signInByPasskey(browser, OPTIONS, Map.of("trust", "on"));

        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(trustedBrowsers()).isZero();
    }

    private int trustedBrowsers() {
        return full.site
                .rows
                .listRecordsByUserId(full.idOf(ANN), TrustedBrowsers.KIND)
                .size();
    }

    @Test
    void the_page_offers_a_passkey_to_users_who_have_one() {
        var browser = full.site.newUser(BOB, OTHER);
        var phone = Phone.connect(full.site, browser);

        var page = phone.paused(BOB, OTHER).open(Phone.url());

        assertThat(page.document().select("form[data-passkey]")).isEmpty();
        assertThat(page.document().select("input[name=code]")).hasSize(1);
    }

    private Page remove(Browser browser) {
        return full.post(browser, "/password", Map.of("do", "remove"));
    }
}
