package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static dev.cardea.accounts.TestSite.URL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.Fault;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Signing in once more, before what a stolen session must not do. */
class ReauthRouteTest {
    private static final String ANN = "ann@example.com";
    private static final String BOB = "bob@example.com";
    private static final String OP = "https://op.example";
    private static final String PAGE = AUTH + "/account/password";
    private final FakeClock ofProvider = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    private final IdentityProvider op = IdentityProvider.at(OP, ofProvider, Randomness.secure())
            .signsIn(Person.of("ann-at-op", "Ann", ANN).with("email_verified", true))
            .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final TestSite site = TestSite.with(it -> it.http(op)
            .provider(
                    OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret"),
                    OAuthProvider.oidc("other", "Other ID", "https://other.example")
                            .clientId("app")
                            .clientSecret("app-secret")));

    @ParameterizedTest
    @CsvSource({"password", "mail", "op"})
    void each_of_the_users_own_methods_makes_the_session_fresh_and_leads_back(String method) {
        var browser = aged();
        var page = browser.open(AUTH + "/account/password").press("Remove password");
        assertThat(page.url()).startsWith(AUTH + "/reauth?callbackUrl=");
        assertThat(page.text()).contains("Confirm that it&#39;s you", "You&#39;re signed in as ann@example.com.");

        var back = prove(page, browser, method);

        assertThat(back.url()).isEqualTo(PAGE);
        var removed = back.press("Remove password").press("Remove password");
        assertThat(removed.url()).isEqualTo(PAGE + "?notice=removed");
        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void a_passkey_makes_the_session_fresh_without_another_page_and_without_another_session() throws Exception {
        var full = FullSite.standard();
        var browser = full.signedIn(ANN);
        full.addPasskey(browser);
        full.advance(Duration.ofMinutes(11));
        var page = full.open(browser, "/passkeys").press("Delete");
        assertThat(page.url()).startsWith(AUTH + "/reauth?callbackUrl=");
        assertThat(page.document().select("script")).hasSize(1);
        var form = page.document().selectFirst("form[data-passkey]");
        assertThat(form.closest(".methods").select("[data-form-field]").outerHtml())
                .isEqualTo("<input type=\"hidden\" name=\"action\" value=\"authenticate\" data-form-field>");

        var back = full.signInByPasskey(
                browser,
                form.attr("data-passkey") + "?action=authenticate",
                Map.of("callbackUrl", form.select("[name=callbackUrl]").val()));

        assertThat(back.url()).isEqualTo(AUTH + "/account/passkeys");
        assertThat(back.press("Delete").url()).isEqualTo(AUTH + "/account/passkeys");
        assertThat(full.site.rows.listSessionsByUserId(full.idOf(ANN))).hasSize(1);
    }

    @Test
    void the_page_of_a_user_without_passkeys_has_no_script() {
        var full = FullSite.standard();

        var page = full.signedIn(ANN).open(AUTH + "/reauth");

        assertThat(page.document().select("script, form[data-passkey]")).isEmpty();
    }

    @Test
    void a_provider_that_the_user_has_no_account_at_is_not_offered() {
        var page = aged().open(AUTH + "/reauth");

        assertThat(page.text()).contains("Demo ID").doesNotContain("Other ID");
    }

    @Test
    void a_provider_of_openid_connect_is_asked_to_ask_the_user_again() {
        var browser = aged();
        var page = browser.open(AUTH + "/reauth?callbackUrl=/");

        page.form("Sign in with Demo ID").submit();

        assertThat(asked).anyMatch(it -> it.contains("max_age=0"));
    }

    @Test
    void a_provider_that_does_not_ask_the_user_again_makes_nothing_fresh() {
        var browser = aged();
        op.fault(Fault.AUTH_TIME_OLD);

        var back = prove(browser.open(AUTH + "/reauth?callbackUrl=" + PAGE), browser, "op");

        assertThat(back.url()).isEqualTo(PAGE);
        assertThat(back.press("Remove password").url()).startsWith(AUTH + "/reauth");
        assertThat(site.hash(ANN)).isPresent();
    }

    @Test
    void a_user_without_a_password_is_not_asked_for_one() {
        var browser = aged();
        site.rows.takeRecord(StoredPassword.KIND, userId(ANN));

        var page = browser.open(AUTH + "/reauth");

        assertThat(page.document().select("input[type=password]")).isEmpty();
        assertThat(page.text()).contains("Email me a code");
        assertThat(site.post(browser, "/reauth", Map.of("id", "password", "password", PASSWORD))
                        .url())
                .isEqualTo(AUTH + "/reauth");
    }

    @Test
    void a_wrong_password_gets_the_page_again_and_is_a_guess_of_the_address() {
        var browser = aged();
        for (int i = 0; i < 20; i++) {
            var page = browser.open(AUTH + "/reauth?callbackUrl=/inside")
                    .form("Continue")
                    .fill("password", OTHER)
                    .submit();
            assertThat(page.status()).isEqualTo(400);
            assertThat(page.document().select("[role=alert]").text()).isEqualTo("The current password isn't right.");
            assertThat(page.document().selectFirst("input[name=callbackUrl]").val())
                    .isEqualTo(URL + "/inside");
        }

        assertThat(browser.open(AUTH + "/reauth")
                        .form("Continue")
                        .fill("password", PASSWORD)
                        .submit()
                        .status())
                .isEqualTo(429);
        site.post(browser, "/account/password", Map.of("do", "remove"));
        assertThat(site.hash(ANN)).isPresent();
    }

    /** The address is that of the session, whatever the form has. */
    @Test
    void the_password_of_another_user_proves_nothing() {
        site.newUser(BOB, OTHER);
        var browser = aged();

        var page = site.post(browser, "/reauth", Map.of("id", "password", "email", BOB, "password", OTHER));

        assertThat(page.status()).isEqualTo(400);
        assertThat(session(browser)).contains(ANN);
    }

    @Test
    void whoever_signs_in_as_another_user_is_that_user() {
        site.newUser(BOB, OTHER);
        var browser = aged();

        site.signIn(browser, BOB, OTHER);
        site.post(browser, "/account/password", Map.of("do", "remove"));

        assertThat(site.hash(ANN)).isPresent();
        assertThat(site.hash(BOB)).isEmpty();
    }

    @Test
    void a_visitor_who_is_not_signed_in_comes_to_the_sign_in_page() {
        assertThat(site.browser().open(AUTH + "/reauth?callbackUrl=/inside").url())
                .isEqualTo(AUTH + "/signin?callbackUrl=https%3A%2F%2Fapp.example%2Finside");
    }

    @Test
    void a_callback_url_of_another_site_is_not_followed() {
        var browser = aged();

        var back = prove(browser.open(AUTH + "/reauth?callbackUrl=https://evil.example/"), browser, "password");

        assertThat(back.url()).isEqualTo(URL + "/");
    }

    @Test
    void an_address_that_is_not_verified_is_not_shown() {
        var user = site.rows.createUser(User.of(Claims.of("email", "looks-like-ann@example.com")));
        site.rows.createSession(new AdapterSession(
                "of-auth-js", String.valueOf(user.id()), site.clock.instant().plus(Duration.ofDays(1))));
        var browser = browser().setCookie(AUTH, TestSite.SESSION + "=of-auth-js; Path=/; Secure");

        assertThat(browser.open(AUTH + "/reauth").text())
                .contains("For your security")
                .doesNotContain("looks-like-ann");
    }

    @Test
    void a_page_can_ask_for_the_methods_as_json_also_where_it_is_the_applications_own() {
        var own = TestSite.with(it -> it.extension(TestSite.accounts().pages(AccountPages.NONE.reauth("/confirm"))));
        var browser = own.newUser(ANN, PASSWORD);

        assertThat(browser.open(AUTH + "/reauth?callbackUrl=/inside").url())
                .isEqualTo(URL + "/confirm?callbackUrl=https%3A%2F%2Fapp.example%2Finside");
        var json = browser.send(Request.get(AUTH + "/reauth").header("Accept", "application/json"));
        var shown = Json.parseObject(json.text(), Json.TRUSTED_DEPTH);
        assertThat(shown.value("methods")).isEqualTo(List.of("password", "mail"));
        assertThat(own.post(browser, "/reauth", Map.of("id", "password", "password", OTHER))
                        .url())
                .isEqualTo(URL + "/confirm?error=PasswordWrong");
    }

    /** A browser whose user has signed in 11 minutes ago, with a password and an account of the provider. */
    private Browser aged() {
        site.newUser(ANN, PASSWORD);
        site.rows.linkAccount(Account.of("op", "ann-at-op", ProviderType.OIDC).with("userId", userId(ANN)));
        var browser = browser();
        site.signIn(browser, ANN, PASSWORD);
        site.clock.advance(Duration.ofMinutes(11));
        ofProvider.advance(Duration.ofMinutes(11));
        return browser;
    }

    private Browser browser() {
        return Browser.of(
                Origins.of(URL, site.auth::handle).and(OP, it -> {
                    asked.add(it.target());
                    return op.handle(it);
                }),
                site.clock);
    }

    private Page prove(Page page, Browser browser, String method) {
        return switch (method) {
            case "password" -> page.form("Continue").fill("password", PASSWORD).submit();
            case "mail" -> {
                page.form("Email me a code").submit();
                yield site.openMail(browser, ANN);
            }
            default -> page.form("Sign in with Demo ID").submit();
        };
    }

    private String userId(String email) {
        return Objects.requireNonNull(site.user(email).orElseThrow().id());
    }

    private static String session(Browser browser) {
        return browser.open(AUTH + "/session").text();
    }
}
