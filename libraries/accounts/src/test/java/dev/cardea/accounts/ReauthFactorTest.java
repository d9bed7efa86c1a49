package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.FullSite.BOB;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.SESSION;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.hook.Events;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Page;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page that asks again, for users who have a second factor. */
class ReauthFactorTest {
    private static final String PASSKEYS = AUTH + "/account/passkeys";
    private final List<String> events = new CopyOnWriteArrayList<>();
    private FullSite full = FullSite.with(it -> it.events(new SessionEvents()));
    private Phone phone;

    @Test
    void the_factor_makes_the_session_fresh_with_another_token_and_the_old_one_is_dead() {
        var browser = enrolled();
        var old = browser.cookie(AUTH, SESSION).orElseThrow();
        var elsewhere = full.browser();
        full.site.signIn(elsewhere, ANN, PASSWORD);
        phone.enter(elsewhere, phone.code());
        full.advance(Duration.ofMinutes(11));
        events.clear();
        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth?callbackUrl=");

        var back = prove(browser, phone.code());

        assertThat(back.url()).isEqualTo(URL + "/inside");
        assertThat(browser.cookie(AUTH, SESSION).orElseThrow()).isNotEqualTo(old);
        assertThat(full.site.isSignedIn(browser)).isTrue();
        assertThat(full.site.isSignedIn(with(old))).isFalse();
        assertThat(full.site.isSignedIn(elsewhere)).isTrue();
        assertThat(full.site.rows.listSessionsByUserId(full.idOf(ANN))).hasSize(2);
        assertThat(events).isEmpty();
        remove(browser);
        assertThat(full.site.hash(ANN)).isEmpty();
    }

    @Test
    void a_password_that_was_entered_just_now_removes_nothing_where_there_is_a_factor() throws Exception {
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);
        full.addPasskey(browser);
        full.link(browser);
        phone = Phone.connect(full.site, browser);
        full.advance(Duration.ofMinutes(11));
        full.site.signIn(browser, ANN, PASSWORD);

        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(full.open(browser, "/passkeys").press("Delete").url()).startsWith(AUTH + "/reauth");
        assertThat(full.post(browser, "/data", Map.of("do", "export")).url()).startsWith(AUTH + "/reauth");
        var change = Map.of("password", OTHER, "current", PASSWORD);
        assertThat(full.post(browser, "/password", change).url()).startsWith(AUTH + "/reauth");
        assertThat(full.post(browser, "/email", Map.of("email", BOB)).url()).startsWith(AUTH + "/reauth");
        assertThat(full.post(browser, "/providers", Map.of("do", "unlink")).url())
                .startsWith(AUTH + "/reauth");
        assertThat(full.site.hash(ANN)).isPresent();
    }

    @Test
    void a_password_that_was_entered_just_now_adds_no_account_and_no_passkey_where_there_is_a_factor()
            throws Exception {
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);
        full.site.openMail(browser, ANN);
        phone = Phone.connect(full.site, browser);
        full.advance(Duration.ofMinutes(11));
        full.site.signIn(browser, ANN, PASSWORD);

        full.site.post(browser, "/signin/op", Map.of("callbackUrl", URL + "/"));
        full.addPasskey(browser);

        assertThat(full.accounts(ANN)).isZero();
        assertThat(full.site.rows.listAuthenticatorsByUserId(full.idOf(ANN))).isEmpty();
        prove(browser, phone.code());
        full.site.post(browser, "/signin/op", Map.of("callbackUrl", URL + "/"));
        full.addPasskey(browser);
        assertThat(full.accounts(ANN)).isEqualTo(2);
    }

    @Test
    void the_page_asks_for_the_factor_alone_and_takes_no_password() {
        var browser = enrolled();
        var page = browser.open(AUTH + "/reauth?callbackUrl=/inside");

        assertThat(page.document().select("input[name=code]")).hasSize(1);
        assertThat(page.document().select("input[type=password]")).isEmpty();
        assertThat(page.text()).doesNotContain("Email me a code", "Demo ID");
        var json = Json.parseObject(full.site.json(browser, "/reauth"), 10);
        assertThat(json.value("methods")).isEqualTo(List.of());
        assertThat(json.value("factor")).isEqualTo(true);
        for (var id : List.of("password", "mail", "op")) {
            var answer = full.site.post(browser, "/reauth", Map.of("id", id, "password", PASSWORD));
            assertThat(answer.url()).as(id).isEqualTo(AUTH + "/reauth");
        }
        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_wrong_code_and_a_used_one_change_nothing(boolean hasUnits) {
        full = FullSite.with(it -> {
            var real = Objects.requireNonNull(it.adapter());
            var store = hasUnits
                    ? real
                    : AdapterProbe.without(UnitOfWork.class, real).adapter();
            return it.adapter(store);
        });
        var browser = enrolled();
        var old = browser.cookie(AUTH, SESSION).orElseThrow();

        var wrong = prove(browser, phone.wrongCode());
        assertThat(wrong.status()).isEqualTo(400);
        assertThat(wrong.document().select("[role=alert]").text()).contains("This code isn't right");
        assertThat(wrong.document().selectFirst("input[name=callbackUrl]").val())
                .isEqualTo(URL + "/inside");
        assertThat(browser.cookie(AUTH, SESSION)).contains(old);
        assertThat(prove(browser, phone.code()).url()).isEqualTo(URL + "/inside");
        assertThat(prove(browser, phone.code()).status()).isEqualTo(400);
    }

    @Test
    void the_factor_is_fresh_for_ten_minutes_and_not_for_ever() {
        var browser = enrolled();
        prove(browser, phone.code());
        full.advance(Duration.ofMinutes(9));
        assertThat(full.open(browser, "/data").form("Download").submit().status())
                .isEqualTo(200);
        full.advance(Duration.ofMinutes(1));

        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(full.site.hash(ANN)).isPresent();
    }

    @Test
    void the_factor_of_another_user_proves_nothing_here() {
        var ofBob = Phone.connect(full.site, full.site.newUser(BOB, OTHER));
        var browser = enrolled();

        assertThat(prove(browser, ofBob.code()).status()).isEqualTo(400);
        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
        assertThat(full.site.hash(ANN)).isPresent();
    }

    @Test
    void a_code_without_a_factor_and_without_a_session_proves_nothing() {
        var browser = full.site.newUser(ANN, PASSWORD);
        full.advance(Duration.ofMinutes(11));

        assertThat(prove(browser, "424242").url()).startsWith(AUTH + "/reauth");
        assertThat(prove(full.browser(), "424242").url()).startsWith(AUTH + "/signin");
        assertThat(remove(browser).url()).startsWith(AUTH + "/reauth");
    }

    @Test
    void a_passkey_that_verifies_its_user_makes_the_session_fresh_where_there_is_a_factor() throws Exception {
        var browser = full.site.newUser(ANN, PASSWORD);
        full.addPasskey(browser);
        phone = Phone.connect(full.site, browser);
        full.advance(Duration.ofMinutes(11));
        var page = full.open(browser, "/passkeys").press("Delete");
        var form = page.document().selectFirst("form[data-passkey]");

        full.signInByPasskey(
                browser,
                form.attr("data-passkey") + "?action=authenticate",
                Map.of("callbackUrl", form.select("[name=callbackUrl]").val()));

        assertThat(full.open(browser, "/passkeys").press("Delete").url()).isEqualTo(PASSKEYS);
    }

    @Test
    void the_proofs_of_before_stay_with_the_session() {
        var browser = enrolled();
        prove(browser, phone.code());

        var proven = assurance(browser);

        assertThat(proven.value("amr")).isEqualTo(List.of("email", "otp", "mfa"));
        assertThat(proven.text("secondFactor")).isEqualTo("2026-11-01T10:11:00Z");
        assertThat(full.site.rows.listRecordsByUserId(full.idOf(ANN), SessionProofs.KIND))
                .hasSize(1);
    }

    /** A browser whose user has signed up 11 minutes ago, and has a second factor. */
    private Browser enrolled() {
        var browser = full.site.newUser(ANN, PASSWORD);
        phone = Phone.connect(full.site, browser);
        full.advance(Duration.ofMinutes(11));
        return browser;
    }

    private Page prove(Browser browser, String code) {
        return full.site.post(browser, "/reauth", Map.of("do", "totp", "code", code, "callbackUrl", URL + "/inside"));
    }

    private Page remove(Browser browser) {
        return full.post(browser, "/password", Map.of("do", "remove"));
    }

    private Browser with(String token) {
        return full.browser().setCookie(AUTH, SESSION + "=" + token + "; Path=/; Secure");
    }

    private Claims assurance(Browser browser) {
        return Json.parseObject(browser.open(AUTH + "/assurance").text(), 10);
    }

    private final class SessionEvents implements Events {
        @Override
        public void signIn(SignIn event) {
            events.add("signIn");
        }

        @Override
        public void signOut(SignOut event) {
            events.add("signOut");
        }

        @Override
        public void sessionEnded(SessionEnded event) {
            events.add("sessionEnded");
        }
    }
}
