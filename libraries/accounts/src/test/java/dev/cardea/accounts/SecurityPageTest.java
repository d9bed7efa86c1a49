package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.RecoveryCodes;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.UserChange;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.Mail;
import dev.cardea.testing.Eventually;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Authenticator apps and recovery codes of the signed-in user. */
class SecurityPageTest {
    private static final String ANN = "ann@example.com";
    private static final String PAGE = AUTH + "/account/security";
    private final TestSite site = TestSite.standard();

    @Test
    void a_user_scans_the_code_enters_what_the_app_shows_and_saves_the_recovery_codes() {
        var browser = site.newUser(ANN, PASSWORD);
        assertThat(browser.open(AUTH + "/account").text()).contains("Two-step verification", "Off");

        var begun = browser.open(PAGE).press("Set up two-step verification");
        var picture = begun.document().selectFirst("svg.qr");
        assertThat(picture.attr("aria-label")).isEqualTo("QR code with your key");
        assertThat(picture.select("path")).hasSize(2);
        assertThat(begun.document().select(".key code").text()).matches("([A-Z2-7]{4} ){7}[A-Z2-7]{4}");
        var phone = Phone.scanned(site, browser, "/account/security");
        assertThat(begun.document().select("a[href^=otpauth]").attr("href"))
                .isEqualTo("otpauth://totp/app.example:ann%40example.com?secret="
                        + begun.document().select(".key code").text().replace(" ", "") + "&issuer=app.example");
        var input = begun.document().selectFirst("input[name=code]");
        assertThat(input.attr("inputmode")).isEqualTo("numeric");
        assertThat(input.attr("autocomplete")).isEqualTo("one-time-code");
        var saved = begun.form("Turn on").fill("code", phone.code()).submit();

        assertThat(saved.status()).isEqualTo(200);
        assertThat(saved.document().select("h1").text()).isEqualTo("Save your recovery codes");
        var codes = Phone.codes(saved);
        assertThat(codes)
                .hasSize(10)
                .doesNotHaveDuplicates()
                .allMatch(it -> it.matches("([0-9A-Z]{4}-){5}[0-9A-Z]{4}"));
        var file =
                saved.document().selectFirst("a[download=recovery-codes.txt]").attr("href");
        assertThat(URLDecoder.decode(file, StandardCharsets.UTF_8))
                .contains("app.example")
                .contains(codes);
        var page = saved.follow("I've saved them");
        assertThat(page.url()).isEqualTo(PAGE + "?notice=factor-added");
        assertThat(page.text())
                .contains("Authenticator app", "You have 10 recovery codes left.")
                .doesNotContain(codes.get(0));
        assertThat(browser.open(AUTH + "/account").text()).contains("On");
    }

    @Test
    void the_first_wrong_value_connects_nothing() {
        var browser = site.newUser(ANN, PASSWORD);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var phone = Phone.scanned(site, browser, "/account/security");

        var page = browser.open(PAGE)
                .form("Turn on")
                .fill("code", phone.wrongCode())
                .submit();

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).startsWith("This code isn't right.");
        assertThat(records(Authenticators.KIND)).isZero();
        assertThat(page.form("Turn on")
                        .fill("code", phone.code())
                        .submit()
                        .document()
                        .select(".codes"))
                .hasSize(1);
    }

    /** The value that has connected the app works for no sign-in. */
    @Test
    void the_first_value_is_used_up() {
        var phone = Phone.connect(site, site.newUser(ANN, PASSWORD));
        var browser = phone.paused(ANN, PASSWORD);

        assertThat(phone.enter(browser, phone.code()).status()).isEqualTo(400);
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @Test
    void an_enrolment_ends_after_15_minutes_and_belongs_to_its_session() {
        var browser = site.newUser(ANN, PASSWORD);
        var other = site.browser();
        site.signIn(other, ANN, PASSWORD);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var phone = Phone.scanned(site, browser, "/account/security");

        assertThat(phone.confirm(other).text()).contains("This key has expired.");
        assertThat(site.json(other, "/account/security")).doesNotContain("\"key\"");
        site.clock.advance(Duration.ofMinutes(15));
        site.signIn(browser, ANN, PASSWORD);
        assertThat(phone.confirm(browser).text()).contains("This key has expired.");
        assertThat(records(Authenticators.KIND)).isZero();
    }

    @Test
    void a_user_has_several_named_apps_and_each_signs_in() {
        var browser = site.newUser(ANN, PASSWORD);
        var phone = Phone.connect(site, browser);
        var tablet = Phone.connect(site, browser);

        assertThat(tablet.recoveryCodes()).isEmpty();
        assertThat(browser.open(PAGE).document().select(".items strong").eachText())
                .containsExactly("Phone", "Phone");
        for (var app : List.of(phone, tablet)) {
            var paused = app.paused(ANN, PASSWORD);
            app.enter(paused, app.nextCode());
            assertThat(site.isSignedIn(paused)).isTrue();
        }
    }

    @Test
    void with_the_last_app_the_recovery_codes_go_and_other_sessions_end() {
        var browser = site.newUser(ANN, PASSWORD);
        var phone = Phone.connect(site, browser);
        Phone.connect(site, browser);
        var other = phone.paused(ANN, PASSWORD);
        phone.enter(other, phone.nextCode());

        var question = browser.open(PAGE).press("Remove");
        assertThat(question.document().select("h1").text()).isEqualTo("Remove Phone?");
        assertThat(records(Authenticators.KIND)).isEqualTo(2);
        question.press("Remove app");
        assertThat(site.isSignedIn(other)).isFalse();
        assertThat(records(RecoveryCodes.KIND)).isEqualTo(10);
        var page = browser.open(PAGE).press("Remove").press("Remove app");

        assertThat(page.url()).isEqualTo(PAGE + "?notice=factor-removed");
        assertThat(records(Authenticators.KIND)).isZero();
        assertThat(records(RecoveryCodes.KIND)).isZero();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void new_recovery_codes_void_the_old_ones() {
        var browser = site.newUser(ANN, PASSWORD);
        var phone = Phone.connect(site, browser);

        var page = browser.open(PAGE).press("Make new recovery codes").press("Make new codes");

        var codes = Phone.codes(page);
        assertThat(codes).hasSize(10).doesNotContainAnyElementsOf(phone.recoveryCodes());
        assertThat(site.isSignedIn(browser)).isTrue();
        var paused = phone.paused(ANN, PASSWORD);
        assertThat(phone.recover(paused, phone.recoveryCodes().get(0)).status()).isEqualTo(400);
        phone.recover(paused, codes.get(0));
        assertThat(site.isSignedIn(paused)).isTrue();
    }

    @Test
    void a_user_with_fewer_than_three_codes_is_told_to_make_new_ones() {
        var browser = site.newUser(ANN, PASSWORD);
        var phone = Phone.connect(site, browser);
        for (var code : phone.recoveryCodes().subList(0, 7)) phone.recover(phone.paused(ANN, PASSWORD), code);
        assertThat(browser.open(PAGE).text())
                .contains("You have 3 recovery codes left.")
                .doesNotContain("Make new ones");

        phone.recover(phone.paused(ANN, PASSWORD), phone.recoveryCodes().get(7));

        assertThat(browser.open(PAGE).document().select(".note").text())
                .isEqualTo(
                        "You have 2 recovery codes left. Make new ones, so that you can still sign in if you lose your"
                                + " phone.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"totp", "confirm", "codes", "remove"})
    void a_session_without_a_recent_proof_changes_nothing(String change) {
        var browser = site.newUser(ANN, PASSWORD);
        var phone = Phone.connect(site, browser);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var pending = Phone.scanned(site, browser, "/account/security");
        var id = site.rows
                .listRecordsByUserId(idOf(ANN), Authenticators.KIND)
                .get(0)
                .id();
        var before = state();
        site.clock.advance(Duration.ofMinutes(11));

        var page = site.post(browser, "/account/security", Map.of("do", change, "code", pending.code(), "id", id));

        assertThat(page.url()).startsWith(AUTH + "/reauth?callbackUrl=");
        assertThat(state()).isEqualTo(before);
        assertThat(phone.recoveryCodes()).hasSize(10);
    }

    @Test
    void a_user_whose_address_is_not_verified_sets_up_nothing() {
        var user = site.rows.createUser(User.of(Claims.of("email", ANN)));
        site.rows.createSession(new AdapterSession(
                "of-auth-js", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = site.browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");

        var page = site.post(browser, "/account/security", Map.of("do", "totp"));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("Verify your email address first.");
        assertThat(browser.open(PAGE).document().select(".account form")).isEmpty();
    }

    /** Someone may have set it up who only typed the address. */
    @Test
    void the_first_verification_of_an_address_removes_what_was_set_up_before() {
        var browser = site.newUser(ANN, PASSWORD);
        Phone.connect(site, browser);
        site.rows.updateUser(UserChange.of(idOf(ANN)).clear("emailVerified"));

        var owner = site.browser();
        site.post(owner, "/signin/mail", Map.of("email", ANN));
        site.openMail(owner, ANN);

        assertThat(records(Authenticators.KIND) + records(RecoveryCodes.KIND)).isZero();
    }

    @Test
    void the_app_of_another_user_is_as_one_that_is_gone() {
        Phone.connect(site, site.newUser(ANN, PASSWORD));
        var id = site.rows
                .listRecordsByUserId(idOf(ANN), Authenticators.KIND)
                .get(0)
                .id();
        var bob = site.newUser("bob@example.com", OTHER);
        Phone.connect(site, bob);

        var page = site.post(bob, "/account/security", Map.of("do", "remove", "id", id));

        assertThat(page.url()).isEqualTo(PAGE);
        assertThat(records(Authenticators.KIND)).isOne();
    }

    @Test
    void what_is_stored_has_no_usable_secret_and_the_export_has_none() {
        var browser = site.newUser(ANN, PASSWORD);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var key = Json.parseObject(site.json(browser, "/account/security"), 10)
                .text("key")
                .replace(" ", "");
        var enrolment = site.rows.listRecordsByUserId(idOf(ANN), "enrolment").toString()
                + site.rows.listRecordsByUserId(idOf(ANN), "enrolment").get(0).data();
        var phone = Phone.scanned(site, browser, "/account/security");
        var codes = Phone.codes(phone.confirm(browser));

        assertThat(enrolment).doesNotContain(key);
        assertThat(state()).doesNotContain(key).doesNotContain(codes.get(0).replace("-", ""));
        var export = site.post(browser, "/account/data", Map.of("do", "export")).text();
        assertThat(export)
                .contains("\"factor\"")
                .doesNotContain(key)
                .doesNotContain("secret\":")
                .contains("records.factor.secret");
    }

    /** A row that was copied to another user, or exchanged with theirs, opens for no one. */
    @Test
    void the_secret_of_another_record_does_not_open() {
        var phone = Phone.connect(site, site.newUser(ANN, PASSWORD));
        Phone.connect(site, site.newUser("bob@example.com", OTHER));
        var own = site.rows.listRecordsByUserId(idOf(ANN), Authenticators.KIND).get(0);
        var others = site.rows
                .listRecordsByUserId(idOf("bob@example.com"), Authenticators.KIND)
                .get(0);
        assertThat(site.rows.replaceRecord(others.with(own.data(), null))).isTrue();
        var browser = phone.paused("bob@example.com", OTHER);

        assertThat(phone.enter(browser, phone.nextCode()).status()).isEqualTo(400);
        assertThat(site.isSignedIn(browser)).isFalse();
    }

    @Test
    void each_change_is_an_event_and_an_email() {
        var browser = site.newUser(ANN, PASSWORD);
        Phone.connect(site, browser);
        site.post(browser, "/account/security", Map.of("do", "codes"));
        browser.open(PAGE).press("Remove").press("Remove app");

        Eventually.passes(() -> assertThat(site.inbox.notices().stream().map(Mail::subject))
                .containsExactly(
                        "An authenticator app was added at app.example",
                        "Your recovery codes at app.example were replaced",
                        "An authenticator app was removed at app.example"));
    }

    @Test
    void a_user_makes_ten_changes_in_a_minute_as_each_sends_an_email() {
        var browser = site.newUser(ANN, PASSWORD);
        Phone.connect(site, browser);
        for (int i = 1; i < 10; i++) {
            assertThat(site.post(browser, "/account/security", Map.of("do", "codes"))
                            .status())
                    .isEqualTo(200);
        }

        assertThat(site.post(browser, "/account/security", Map.of("do", "codes"))
                        .status())
                .isEqualTo(429);
    }

    @Test
    void a_user_has_ten_apps_at_most() {
        var browser = site.newUser(ANN, PASSWORD);
        for (int i = 0; i < 10; i++) {
            Phone.connect(site, browser);
            site.clock.advance(Duration.ofSeconds(10));
        }

        var page = site.post(browser, "/account/security", Map.of("do", "totp"));

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("You have ten apps.");
    }

    @Test
    void the_key_of_an_app_is_shown_as_long_as_the_proof_is_fresh() {
        var browser = site.newUser(ANN, PASSWORD);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        assertThat(site.json(browser, "/account/security")).contains("otpauth");

        site.clock.advance(Duration.ofMinutes(11));

        assertThat(site.json(browser, "/account/security")).doesNotContain("otpauth", "\"key\"");
    }

    @Test
    void a_page_of_the_application_gets_the_recovery_codes_as_json() {
        var browser = site.newUser(ANN, PASSWORD);
        site.post(browser, "/account/security", Map.of("do", "totp"));
        var phone = Phone.scanned(site, browser, "/account/security");
        var token =
                Json.parseObject(site.json(browser, "/account/security"), 10).text("csrfToken");

        var answer = browser.send(Request.post(
                        PAGE,
                        "application/x-www-form-urlencoded",
                        Form.encode(Map.of("csrfToken", token, "do", "confirm", "code", phone.code())))
                .header("X-Auth-Return-Redirect", "1"));

        var json = Json.parseObject(answer.text(), 10);
        assertThat(json.text("url")).isEqualTo(PAGE + "?notice=factor-added");
        assertThat((List<?>) json.value("recoveryCodes")).hasSize(10);
    }

    private int records(String kind) {
        return site.rows.listRecordsByUserId(idOf(ANN), kind).size();
    }

    private String state() {
        var all = new StringBuilder();
        for (var kind : List.of(Authenticators.KIND, RecoveryCodes.KIND)) {
            for (var it : site.rows.listRecordsByUserId(idOf(ANN), kind))
                all.append(it.id()).append(it.data());
        }
        return all.toString();
    }

    private String idOf(String email) {
        return String.valueOf(site.user(email).orElseThrow().id());
    }
}
