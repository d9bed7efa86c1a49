package dev.cardea.accounts;

import static dev.cardea.accounts.FullSite.ANN;
import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.provider.Mail;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Eventually;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What all pages of the account have in common. */
class AccountPagesTest {
    private FullSite full = FullSite.standard();

    @Test
    void a_site_has_pages_only_for_what_it_has() {
        var site = TestSite.standard();
        var browser = site.newUser(ANN, TestSite.PASSWORD);

        assertThat(browser.open(AUTH + "/account").document().select(".menu li").eachText())
                .containsExactly(
                        "Account", "Profile", "Email", "Password", "Two-step verification", "Devices", "Your data");
        assertThat(browser.open(AUTH + "/account/passkeys").url()).isEqualTo(AUTH + "/account");
        assertThat(browser.open(AUTH + "/account/providers").url()).isEqualTo(AUTH + "/account");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/passkeys", "/security", "/providers", "/sessions"})
    void a_change_that_a_page_does_not_know_is_refused(String page) {
        var browser = full.signedIn(ANN);

        for (var change : List.of("", "nothing", "end\u0000", "<b>")) {
            var refused = full.post(browser, page, Map.of("do", change));
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.document().select("[role=alert]").text())
                    .isEqualTo("That didn't work. Please try again.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/passkeys", "/security", "/providers", "/sessions"})
    void a_visitor_is_led_to_the_sign_in_page(String page) {
        assertThat(full.open(full.browser(), page).url()).startsWith(AUTH + "/signin?callbackUrl=");
        assertThat(full.post(full.browser(), page, Map.of("do", "end-others")).url())
                .startsWith(AUTH + "/signin");
    }

    @Test
    void neither_another_site_nor_a_missing_token_nor_a_get_changes_anything() throws Exception {
        var phone = full.signedIn(ANN);
        var browser = full.signedIn(ANN);
        full.link(browser);
        full.addPasskey(browser);
        var token = full.open(browser, "/sessions")
                .form("Sign out all other devices")
                .fields()
                .get("csrfToken");
        var passkey = full.open(browser, "/passkeys").form("Delete").fields().get("id");
        var changes = List.of(
                new Change("/sessions", Map.of("do", "end-others")),
                new Change("/providers", Map.of("do", "unlink", "provider", "op", "id", "42")),
                new Change("/passkeys", Map.of("do", "delete", "id", passkey)));

        for (var change : changes) {
            browser.post(AUTH + "/account" + change.page(), change.fields());
            browser.open(AUTH + "/account" + change.page() + "?" + Form.encode(with(change.fields(), token)));
            browser.send(Request.post(
                            AUTH + "/account" + change.page(),
                            "application/x-www-form-urlencoded",
                            Form.encode(with(change.fields(), token)))
                    .header("Sec-Fetch-Site", "cross-site")
                    .header("Origin", "https://evil.example"));
        }

        assertThat(full.site.isSignedIn(phone)).isTrue();
        assertThat(full.accounts(ANN)).isEqualTo(2);
        assertThat(full.open(browser, "/passkeys").document().select(".items li"))
                .hasSize(1);
    }

    private record Change(String page, Map<String, String> fields) {}

    private static Map<String, String> with(Map<String, String> fields, String token) {
        var all = new LinkedHashMap<>(fields);
        all.put("csrfToken", token);
        return all;
    }

    @Test
    void each_change_is_an_event_and_an_email() throws Exception {
        var browser = full.signedIn(ANN);
        full.link(browser);
        full.addPasskey(browser);
        full.open(browser, "/passkeys").press("Delete").press("Delete passkey");
        full.open(browser, "/providers").press("Unlink").press("Unlink");

        assertThat(full.changes.stream().map(it -> it.kind()))
                .containsExactly("account-linked", "passkey-added", "passkey-deleted", "account-unlinked");
        assertThat(full.changes).allSatisfy(it -> {
            assertThat(it.userId()).isEqualTo(full.idOf(ANN));
            assertThat(it.details().text("provider")).isIn("op", "passkey");
        });
        Eventually.passes(() -> assertThat(full.site.inbox.notices().stream().map(Mail::subject))
                .containsExactly(
                        "An account was linked at app.example",
                        "A passkey was added at app.example",
                        "A passkey was deleted at app.example",
                        "An account was unlinked at app.example"));
    }

    @Test
    void an_account_with_which_a_new_user_signs_in_is_no_change() {
        full.site.post(full.browser(), "/signin/op", Map.of());

        assertThat(full.changes).isEmpty();
    }

    @Test
    void the_way_back_to_the_application_stays_after_a_change() {
        var browser = full.signedIn(ANN);
        full.signedIn(ANN);

        var question =
                browser.open(AUTH + "/account/sessions?callbackUrl=/inside").press("Sign out all other devices");
        assertThat(question.document().select(".decision a").attr("href")).contains("callbackUrl=");
        var page = question.press("Sign out all other devices");

        assertThat(page.document().select(".leave").attr("href")).isEqualTo(URL + "/inside");
    }

    @Test
    void an_application_with_its_own_pages_gets_what_they_show() throws Exception {
        var browser = full.signedIn(ANN);
        full.link(browser);
        full.addPasskey(browser);

        assertThat(keys(browser, "")).contains("csrfToken", "name", "email", "isVerified", "parts");
        assertThat(keys(browser, "/passkeys")).contains("passkeys", "isFresh", "provider");
        assertThat(keys(browser, "/providers")).contains("linked", "linkable", "isFresh");
        assertThat(keys(browser, "/sessions")).contains("sessions");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/profile",
                "/email",
                "/password",
                "/passkeys",
                "/security",
                "/providers",
                "/sessions",
                "/data"
            })
    void a_page_asks_the_store_once_who_is_signed_in(String page) {
        var probe = new AtomicReference<AdapterProbe>();
        full = FullSite.over(it -> {
            probe.set(AdapterProbe.on(it));
            return probe.get().adapter();
        });
        var browser = full.signedIn(ANN);

        probe.get().forgetCalls();
        assertThat(full.open(browser, page).status()).isEqualTo(200);

        assertThat(probe.get().calls()).containsOnlyOnce("getSessionAndUser");
    }

    private Iterable<String> keys(Browser browser, String page) {
        Claims shown = full.json(browser, page);
        return shown.asMap().keySet();
    }
}
