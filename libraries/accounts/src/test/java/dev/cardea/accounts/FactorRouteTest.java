package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.PausedSignIns;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserChange;
import dev.cardea.hook.Events;
import dev.cardea.http.Request;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Mail;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The second step of a sign-in. */
class FactorRouteTest {
    private static final String PAUSE = "__Host-cardea.factor";

    private final List<String> signIns = new CopyOnWriteArrayList<>();
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private final FullSite full = FullSite.with(it -> it.replaceProviders(FactorRouteTest::preferringVerification)
            .events(new Events() {
                @Override
                public void signIn(SignIn event) {
                    signIns.add(String.valueOf(event.user().id()));
                }

                @Override
                public void accountChanged(AccountChanged event) {
                    changes.add(event.kind());
                }
            }));
    private final TestSite site = full.site;

    private static Provider preferringVerification(Provider provider) {
        return provider instanceof WebAuthnProvider passkeys
                ? passkeys.userVerification(Requirement.PREFERRED)
                : provider;
    }

    private Browser ann() {
        var browser = full.browser();
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);
        return browser;
    }

    private Phone phone(Browser browser) {
        return Phone.connect(site, browser);
    }

    private String idOf(String email) {
        return full.idOf(email);
    }

    private int sessions() {
        return site.rows.listSessionsByUserId(idOf(ANN)).size();
    }

    private int pauses() {
        return site.rows.listRecordsByUserId(idOf(ANN), PausedSignIns.KIND).size();
    }

    /** @return the page that the browser comes to */
    private Page prove(Browser browser, String method) throws Exception {
        return switch (method) {
            case "password" ->
                site.post(
                        browser,
                        "/callback/password",
                        Map.of("email", ANN, "password", PASSWORD, "callbackUrl", "/inside"));
            case "mail" -> {
                site.post(browser, "/signin/mail", Map.of("email", ANN, "callbackUrl", "/inside"));
                yield site.openMail(browser, ANN);
            }
            case "forgot" -> {
                site.forgot(browser, ANN);
                yield site.openMail(browser, ANN);
            }
            case "provider" -> site.post(browser, "/signin/op", Map.of("callbackUrl", "/inside"));
            default ->
                full.signInByPasskey(
                        browser,
                        AUTH + "/webauthn-options/passkey?action=authenticate",
                        Map.of("callbackUrl", URL + "/inside"));
        };
    }

    /** A record of a module has a limit, and the stored user none. */
    @Test
    void a_user_with_a_large_profile_signs_in_with_both_steps() {
        var phone = phone(ann());
        site.rows.updateUser(UserChange.of(idOf(ANN)).image("data:image/png;base64," + "A".repeat(70_000)));
        var browser = phone.paused(ANN, PASSWORD);

        phone.enter(browser, phone.nextCode());

        assertThat(site.isSignedIn(browser)).isTrue();
    }

    /** What the provider says has no limit, either, and callbacks and events get all of it after the second step. */
    @Test
    void a_profile_that_is_too_large_to_wait_is_refused_with_a_reason() throws Exception {
        var owner = ann();
        full.link(owner);
        var phone = phone(owner);
        full.op.signsIn(Person.of("42", "Ann", ANN).with("groups", "A".repeat(10_000)));
        var browser = full.browser();
        prove(browser, "provider");
        phone.enter(browser, phone.nextCode());
        assertThat(site.isSignedIn(browser)).isTrue();

        full.op.signsIn(Person.of("42", "Ann", ANN).with("groups", "A".repeat(200_000)));
        var other = full.browser();
        var page = prove(other, "provider");

        assertThat(page.url()).isEqualTo(AUTH + "/error?error=AccessDenied&code=SignInTooLarge");
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.text()).contains("Sign in another way").doesNotContain("AAAA");
        assertThat(site.isSignedIn(other)).isFalse();
        assertThat(pauses()).isZero();
        assertThat(site.log)
                .last()
                .satisfies(it -> assertThat(it.getMessage())
                        .contains("SignInTooLarge", "fewer scopes")
                        .doesNotContain("AAAA"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "mail", "forgot", "provider", "passkey without user verification"})
    void after_every_first_proof_there_is_no_session_until_the_second_one(String method) throws Exception {
        var owner = ann();
        full.link(owner);
        full.addPasskey(owner);
        full.device.verifyUser(false);
        var phone = phone(owner);
        int before = sessions();
        signIns.clear();
        var browser = full.browser();

        var page = prove(browser, method);

        assertThat(page.url()).isEqualTo(Phone.url());
        assertThat(page.document().select("h1").text()).isEqualTo("Enter your code");
        assertThat(browser.cookie(AUTH, TestSite.SESSION)).isEmpty();
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(sessions()).isEqualTo(before);
        assertThat(signIns).isEmpty();

        var done = page.form("Continue").fill("code", phone.nextCode()).submit();

        assertThat(done.url()).isEqualTo(method.equals("forgot") ? AUTH + "/account/password" : URL + "/inside");
        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(sessions()).isEqualTo(before + 1);
        assertThat(signIns).containsExactly(idOf(ANN));
        assertThat(browser.cookie(AUTH, PAUSE)).isEmpty();
        assertThat(pauses()).isZero();
    }

    @Test
    void a_passkey_that_verifies_its_user_is_both_steps() throws Exception {
        var owner = ann();
        full.addPasskey(owner);
        phone(owner);
        var browser = full.browser();

        assertThat(prove(browser, "passkey").url()).isEqualTo(URL + "/inside");
        assertThat(site.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_user_without_a_second_factor_is_asked_for_none() {
        ann();

        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void linking_an_account_in_a_session_asks_for_nothing_more() {
        var owner = ann();
        phone(owner);

        assertThat(full.link(owner).url()).doesNotContain("/factor");
        assertThat(full.accounts(ANN)).isEqualTo(1);
    }

    @Test
    void the_session_that_a_browser_has_stays_during_a_pause() {
        var owner = ann();
        phone(owner);

        site.signIn(owner, ANN, PASSWORD);

        assertThat(site.isSignedIn(owner)).isTrue();
    }

    @Test
    void a_recovery_code_works_once_and_the_user_is_told() {
        var phone = phone(ann());
        var browser = phone.paused(ANN, PASSWORD);
        var code = phone.recoveryCodes().get(3);

        var page = browser.open(Phone.url()).follow("Use a recovery code instead");
        assertThat(page.document().selectFirst("input[name=code]").hasAttr("inputmode"))
                .isFalse();
        page.form("Continue")
                .fill(
                        "code",
                        code.toLowerCase().replace("-", " ").replace('0', 'o').replace('1', 'l'))
                .submit();

        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(changes).containsExactly("factor-added", "recovery-code-used");
        Eventually.passes(() -> assertThat(site.inbox.notices().stream().map(Mail::subject))
                .contains("A recovery code was used at app.example"));
        var again = phone.paused(ANN, PASSWORD);
        var refused = phone.recover(again, code);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.document().select("[role=alert]").text()).startsWith("This code isn't right");
        assertThat(refused.form("Continue").fields()).containsEntry("do", "recovery");
        assertThat(site.isSignedIn(again)).isFalse();
    }

    @Test
    void a_code_of_another_user_is_wrong() {
        var phone = phone(ann());
        var bobs = Phone.connect(site, site.newUser(BOB, OTHER));
        var browser = phone.paused(ANN, PASSWORD);

        assertThat(bobs.enter(browser, bobs.nextCode()).status()).isEqualTo(400);
        assertThat(bobs.recover(browser, bobs.recoveryCodes().get(0)).status()).isEqualTo(400);
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    /** Neither a code of an app nor a recovery code is a first proof. */
    @Test
    void without_a_first_proof_no_code_signs_in() {
        var phone = phone(ann());
        var browser = site.browser();

        var byApp = phone.enter(browser, phone.nextCode());
        var byCode = phone.recover(browser, phone.recoveryCodes().get(0));

        assertThat(byApp.status()).isEqualTo(400);
        assertThat(byCode.status()).isEqualTo(400);
        assertThat(byCode.text()).contains("Sign in again");
        assertThat(site.isSignedIn(browser)).isFalse();
        assertThat(browser.open(Phone.url()).status()).isEqualTo(400);
        assertThat(site.json(browser, "/factor")).contains("error");
    }

    @Test
    void a_value_works_for_one_of_two_sign_ins() {
        var phone = phone(ann());
        var one = phone.paused(ANN, PASSWORD);
        var two = phone.paused(ANN, PASSWORD);
        var code = phone.nextCode();

        phone.enter(one, code);

        assertThat(phone.enter(two, code).status()).isEqualTo(400);
        assertThat(site.isSignedIn(one)).isTrue();
        assertThat(site.isSignedIn(two)).isFalse();
        phone.enter(two, phone.nextCode());
        assertThat(site.isSignedIn(two)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"app", "recovery"})
    void thirty_two_pauses_with_one_code_at_the_same_time_open_one_session(String kind) throws Exception {
        var free = TestSite.with(it -> it.rateLimits(RateLimits.OFF));
        var phone = Phone.connect(free, free.newUser(ANN, PASSWORD));
        var paused = new ArrayList<Browser>();
        for (int i = 0; i < 32; i++) paused.add(phone.paused(ANN, PASSWORD));
        var code = kind.equals("app") ? phone.nextCode() : phone.recoveryCodes().get(0);

        inParallel(paused.stream()
                .<Callable<Page>>map(it -> () -> kind.equals("app") ? phone.enter(it, code) : phone.recover(it, code))
                .toList());

        assertThat(paused.stream().filter(free::isSignedIn)).hasSize(1);
    }

    /** A pause that a thief has copied goes on once. */
    @Test
    void ten_codes_for_one_pause_at_the_same_time_open_one_session() throws Exception {
        var free = TestSite.with(it -> it.rateLimits(RateLimits.OFF));
        var phone = Phone.connect(free, free.newUser(ANN, PASSWORD));
        var cookie = phone.paused(ANN, PASSWORD).cookie(AUTH, PAUSE).orElseThrow();
        var all = new ArrayList<Browser>();
        for (int i = 0; i < 10; i++) all.add(with(free, cookie));
        var calls = new ArrayList<Callable<Page>>();
        for (int i = 0; i < 10; i++) {
            var browser = all.get(i);
            var code = phone.recoveryCodes().get(i);
            calls.add(() -> phone.recover(browser, code));
        }

        inParallel(calls);

        assertThat(all.stream().filter(free::isSignedIn)).hasSize(1);
    }

    private static void inParallel(List<Callable<Page>> calls) throws Exception {
        var threads = Executors.newFixedThreadPool(calls.size());
        try {
            for (Future<Page> each : threads.invokeAll(calls)) each.get();
        } finally {
            threads.shutdownNow();
        }
    }

    private static Browser with(TestSite site, String cookie) {
        return site.browser().setCookie(AUTH, PAUSE + "=" + cookie + "; Path=/; Secure");
    }

    @Test
    void a_pause_that_has_gone_on_does_not_go_on_again() {
        var phone = phone(ann());
        var browser = phone.paused(ANN, PASSWORD);
        var cookie = browser.cookie(AUTH, PAUSE).orElseThrow();
        phone.enter(browser, phone.nextCode());
        var thief = with(site, cookie);

        assertThat(phone.enter(thief, phone.nextCode()).status()).isEqualTo(400);
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    @Test
    void a_pause_ends_after_ten_minutes_or_ten_tries() {
        var phone = phone(ann());
        var late = phone.paused(ANN, PASSWORD);
        site.clock.advance(Duration.ofMinutes(10));
        assertThat(phone.enter(late, phone.nextCode()).text()).contains("Sign in again");

        var browser = phone.paused(ANN, PASSWORD);
        for (int i = 0; i < 10; i++) phone.recover(browser, "wrong");
        assertThat(phone.recover(browser, phone.recoveryCodes().get(0)).text()).contains("Sign in again");
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b.c.d.e"})
    void a_forged_pause_is_none(String cookie) {
        var phone = phone(ann());

        assertThat(phone.enter(with(site, cookie), phone.nextCode()).status()).isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"password", "factor", "codes", "email"})
    void a_change_of_the_account_voids_the_sign_ins_that_wait(String change) {
        var owner = ann();
        var phone = phone(owner);
        Phone.connect(site, owner);
        var thief = phone.paused(ANN, PASSWORD);
        var id = site.rows
                .listRecordsByUserId(idOf(ANN), Authenticators.KIND)
                .get(1)
                .id();

        switch (change) {
            case "password" -> site.setPassword(owner, Map.of("password", OTHER, "current", PASSWORD));
            case "factor" -> site.post(owner, "/account/security", Map.of("do", "remove", "id", id));
            case "codes" -> site.post(owner, "/account/security", Map.of("do", "codes"));
            default -> {
                site.post(owner, "/account/email", Map.of("do", "change", "email", BOB));
                var mail = site.inbox.notices().stream()
                        .filter(it -> it.to().equals(BOB))
                        .findFirst()
                        .orElseThrow();
                var code = mail.text().replaceAll("(?s).*\\b([0-9]{8})\\b.*", "$1");
                site.post(owner, "/account/email", Map.of("do", "confirm", "code", code));
            }
        }

        assertThat(site.isSignedIn(owner)).isTrue();
        assertThat(phone.enter(thief, phone.nextCode()).text()).contains("Sign in again");
        assertThat(site.isSignedIn(thief)).isFalse();
    }

    /** A password that was replaced after the record was taken out doesn't sign in, either. */
    @Test
    void a_password_that_is_replaced_while_its_sign_in_goes_on_opens_no_session() throws Exception {
        var probed = ProbedSite.standard();
        var both = probed.site();
        var owner = both.newUser(ANN, PASSWORD);
        var phone = Phone.connect(both, owner);
        var thief = phone.paused(ANN, PASSWORD);
        var code = phone.nextCode();
        var pause = probed.probe().pauseBefore("inUnit");

        try (var other = new ProbedSite.OtherThread()) {
            var resumed = other.call(() -> phone.enter(thief, code));
            pause.awaitReached();
            var stored = StoredPassword.of(
                            new Store(both.rows, both.clock),
                            String.valueOf(both.user(ANN).orElseThrow().id()))
                    .orElseThrow();
            both.rows.replaceRecord(stored.changed(TestSite.HASHING.hash(OTHER), both.clock.instant()));
            pause.resume();
            resumed.get();
        }

        assertThat(both.isSignedIn(thief)).isFalse();
    }

    @Test
    void the_cookie_of_a_pause_opens_no_page_of_the_account() {
        var phone = phone(ann());
        var browser = phone.paused(ANN, PASSWORD);

        for (var page : List.of("", "/security", "/password", "/data")) {
            assertThat(browser.open(AUTH + "/account" + page).url()).startsWith(AUTH + "/signin");
        }
        site.post(browser, "/account/security", Map.of("do", "totp"));
        assertThat(site.rows.listRecordsByUserId(idOf(ANN), "enrolment")).isEmpty();
        assertThat(browser.open(AUTH + "/session").text()).isEqualTo("null");
    }

    /** RFC 6238 leaves a million values: a user has at most 101 wrong ones a day, whatever the number of clients and pauses. */
    @Test
    @Tag("slow")
    void a_user_has_at_most_101_wrong_values_a_day() {
        var phone = phone(ann());
        int wrong = 0;
        for (int minute = 0; minute < 24 * 60; minute += 5) {
            var browser = site.browserAt("93.184.216." + minute % 200);
            site.post(browser, "/signin/mail", Map.of("email", ANN));
            site.openMail(browser, ANN);
            for (int i = 0; i < 3; i++) {
                if (phone.enter(browser, phone.wrongCode()).status() == 400) wrong++;
            }
            site.clock.advance(Duration.ofMinutes(5));
        }

        assertThat(wrong).isBetween(90, 101);
    }

    @Test
    void the_owner_is_told_of_someone_who_guesses_slowly() {
        var phone = Phone.connect(site, site.newUser(ANN, PASSWORD));
        for (int i = 0; i <= 10; i++) {
            site.clock.advance(Duration.ofMinutes(15));
            assertThat(phone.enter(phone.paused(ANN, PASSWORD), phone.wrongCode())
                            .status())
                    .isEqualTo(400);
        }

        Eventually.isTrue(
                "the owner is told",
                () -> site.inbox.notices().stream().anyMatch(mail -> mail.text().contains("wrong codes")));
    }

    @Test
    void after_too_many_wrong_values_the_owner_is_told_once_and_signs_in_by_a_recovery_code() {
        var phone = phone(ann());
        var thief = phone.paused(ANN, PASSWORD);
        for (int i = 0; i < 5; i++)
            assertThat(phone.enter(thief, phone.wrongCode()).status()).isEqualTo(400);

        var refused = phone.enter(thief, phone.nextCode());

        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.header("Retry-After")).isPresent();
        assertThat(refused.text()).contains("Wait 15 minutes, or use a recovery code.");
        phone.enter(thief, phone.wrongCode());
        Eventually.passes(() -> assertThat(site.inbox.notices().stream()
                        .map(Mail::subject)
                        .filter("Wrong codes for your account at app.example"::equals))
                .hasSize(1));
        var owner = phone.paused(ANN, PASSWORD);
        phone.recover(owner, phone.recoveryCodes().get(0));
        assertThat(site.isSignedIn(owner)).isTrue();
    }

    @Test
    void right_values_use_up_no_budget() {
        var phone = phone(ann());

        for (int i = 0; i < 8; i++) {
            var browser = phone.paused(ANN, PASSWORD);
            phone.enter(browser, phone.nextCode());
            assertThat(site.isSignedIn(browser)).isTrue();
        }
    }

    @Test
    void a_page_of_the_application_gets_what_the_built_in_one_shows() {
        var own = TestSite.with(it -> it.extension(TestSite.accounts().pages(AccountPages.NONE.factor("/code"))));
        var phone = Phone.connect(own, own.newUser(ANN, PASSWORD));
        var browser = phone.paused(ANN, PASSWORD);

        assertThat(browser.open(Phone.url()).url()).isEqualTo(URL + "/code");
        assertThat(own.json(browser, "/factor")).contains("\"methods\":[\"totp\",\"recovery\"]", "csrfToken");
        assertThat(phone.enter(browser, phone.wrongCode()).url()).isEqualTo(URL + "/code?error=InvalidCode");
        phone.enter(browser, phone.nextCode());
        assertThat(own.isSignedIn(browser)).isTrue();
    }

    @Test
    void a_get_or_another_site_enters_no_code() {
        var phone = phone(ann());
        var browser = phone.paused(ANN, PASSWORD);
        var code = phone.nextCode();

        browser.open(Phone.url() + "?do=totp&code=" + code);
        browser.send(Request.post(Phone.url(), "application/x-www-form-urlencoded", "do=totp&code=" + code)
                .header("Sec-Fetch-Site", "cross-site")
                .header("Origin", "https://evil.example"));

        assertThat(site.isSignedIn(browser)).isFalse();
        phone.enter(browser, code);
        assertThat(site.isSignedIn(browser)).isTrue();
    }
}
