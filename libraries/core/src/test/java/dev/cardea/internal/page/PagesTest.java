package dev.cardea.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.config.PagesOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Response;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Style;
import dev.cardea.provider.Theme;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.text.Texts;
import dev.cardea.webauthn.spi.Ceremonies;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PagesTest {
    private static final String MARKUP = "\"><script>alert(1)</script><img src=x onerror=alert(1)>'`${7*7}";
    private static final Ceremonies NO_CEREMONIES = (Ceremonies) Proxy.newProxyInstance(
            PagesTest.class.getClassLoader(), new Class<?>[] {Ceremonies.class}, (proxy, method, arguments) -> null);
    private final Pages pages = new Pages(new SiteName(null), Theme.DEFAULT, Texts.DEFAULT);

    @Test
    void all_shown_text_is_escaped() {
        var provider =
                OAuthProvider.oauth("x", MARKUP).style(new Style("red;}body{display:none", "javascript:alert(1)"));
        var field = new CredentialInput(Map.of("label", MARKUP, "value", MARKUP, "onclick", "alert(1)", "style", "x"));
        var credentials =
                CredentialsProvider.of((c, r) -> Optional.empty()).name(MARKUP).field("user", field);
        var page = signIn(List.of(provider, credentials), MARKUP, MARKUP);
        var document = Jsoup.parse(page.text());
        assertThat(document.select("script, [onerror], [onclick], [style]")).isEmpty();
        assertThat(page.text()).doesNotContain("javascript:", "display:none");
        assertThat(document.select("input[name=user]").attr("value")).isEqualTo(MARKUP);
        assertThat(document.select("input[name=callbackUrl]").attr("value")).isEqualTo(MARKUP);
    }

    @Test
    void a_page_permits_no_other_content() {
        var policy =
                signIn(List.of(), null, null).header("Content-Security-Policy").orElseThrow();
        assertThat(policy)
                .contains(
                        "default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self' https:")
                .doesNotContain("unsafe-inline", "script-src", "http://localhost");
        var style = Jsoup.parse(signIn(List.of(), null, null).text())
                .select("style")
                .get(0)
                .data();
        assertThat(policy).contains(Inline.hash(style));
    }

    /** Browsers apply form-action to the redirect too: the button would do nothing. */
    @Test
    void a_form_of_a_site_of_https_may_lead_to_a_provider_without_tls_and_to_no_other_such_address() {
        var local = OAuthProvider.oidc("keycloak", "Keycloak", "http://localhost:8080/realms/demo");
        assertThat(signIn(List.of(local), null, null).header("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains("form-action 'self' https: http://localhost:* http://127.0.0.1:*;"));
        var internal = OAuthProvider.oauth("x", "X").authorization("http://id.internal:8080/authorize");
        assertThat(signIn(List.of(internal), null, null).header("Content-Security-Policy"))
                .hasValueSatisfying(
                        policy -> assertThat(policy).contains("form-action 'self' https: http://id.internal:8080;"));
        var secure = OAuthProvider.oidc("acme", "Acme", "https://id.acme.example");
        assertThat(signIn(List.of(secure), null, null).header("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy).contains("form-action 'self' https:;"));
    }

    @Test
    void only_a_page_that_requests_passkeys_has_a_script_and_its_policy_permits_no_other() {
        var passkey = WebAuthnProvider.of("passkey", "Passkey", NO_CEREMONIES);
        var page = signIn(List.of(passkey), null, null);
        var scripts = Jsoup.parse(page.text()).select("script");
        assertThat(scripts).hasSize(1);
        assertThat(scripts.get(0).attributes()).isEmpty();
        assertThat(page.header("Content-Security-Policy").orElseThrow())
                .contains("; script-src " + Inline.hash(scripts.get(0).data()) + "; connect-src 'self';")
                .doesNotContain("unsafe");
        var form = Jsoup.parse(page.text()).select("form[data-passkey]").get(0);
        assertThat(form.id()).isEqualTo("passkey-form");
        assertThat(form.select("button").attr("id")).isEqualTo("submitButton-passkey");
        assertThat(form.select("button .monogram, button img")).isEmpty();
        assertThat(form.attr("data-passkey")).isEqualTo("https://app.example/auth/webauthn-options/passkey");
        assertThat(form.hasAttr("data-passkey-autofill")).isTrue();
        assertThat(form.select(".hint")).hasSize(1);
        var quiet = passkey.enableConditionalUI(false).signUp(false);
        var other = Jsoup.parse(signIn(List.of(quiet), null, null).text());
        assertThat(other.select("form").get(0).hasAttr("data-passkey-autofill")).isFalse();
        assertThat(other.select(".hint")).isEmpty();
    }

    @Test
    void every_header_of_a_page_is_there() {
        var page = pages.verifyRequest(new VerifyRequestView("https://app.example"), Locale.ENGLISH);
        assertThat(page.header("X-Content-Type-Options")).contains("nosniff");
        assertThat(page.header("X-Frame-Options")).contains("DENY");
        assertThat(page.header("Referrer-Policy")).contains("same-origin");
        assertThat(page.header("Cross-Origin-Opener-Policy")).contains("same-origin");
        assertThat(page.header("Permissions-Policy")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"toString", "constructor", "__proto__", "title", "signin.title", "", "x"})
    void an_unknown_error_is_an_error_without_a_name(String code) {
        var page = pages.error(
                200, new ErrorView(code, "https://app.example", "https://app.example/s", null), Locale.ENGLISH);
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.text()).contains("Something went wrong");
        assertThat(signIn(List.of(), code, null).text())
                .contains("We can't sign you in right now. Please try again later.");
    }

    @Test
    void a_forbidden_page_names_its_user_and_leads_to_another_account() {
        var url = "https://app.example/auth/signout";
        var answer = pages.forbidden(new ForbiddenView("https://app.example", MARKUP, url), Locale.ENGLISH);
        assertThat(answer.status()).isEqualTo(403);
        var page = Jsoup.parse(answer.text());
        assertThat(page.select("h1").text()).isEqualTo("No access to this page");
        assertThat(page.select("script, img, [onerror]")).isEmpty();
        assertThat(page.select(".message p").text()).contains(MARKUP);
        assertThat(page.select("a.button").attr("href")).isEqualTo(url);
        assertThat(page.select("a.site").attr("href")).isEqualTo("https://app.example");
    }

    @Test
    void a_forbidden_page_of_a_visitor_has_no_sign_out() {
        var answer = pages.forbidden(new ForbiddenView("https://app.example", null, "/x"), Locale.GERMAN);
        var page = Jsoup.parse(answer.text());
        assertThat(page.select(".message p").text()).isEqualTo("Du hast keine Berechtigung, diese Seite zu sehen.");
        assertThat(page.select("a.button")).isEmpty();
        var nameless = pages.forbidden(new ForbiddenView("https://app.example", "", "/x"), Locale.ENGLISH);
        assertThat(nameless.text()).contains("Your account doesn't have access.");
    }

    @Test
    void pages_are_in_the_language_of_the_visitor_if_available() {
        assertThat(Texts.DEFAULT.locale("de-AT,de;q=0.9,en;q=0.5")).isEqualTo(Locale.GERMAN);
        assertThat(Texts.DEFAULT.locale("fr, ja;q=0.5")).isEqualTo(Locale.ENGLISH);
        assertThat(Texts.DEFAULT.locale("%%%")).isEqualTo(Locale.ENGLISH);
        var page = pages.signOut(new SignOutView("https://app.example/auth/signout", null), Locale.GERMAN);
        assertThat(Jsoup.parse(page.text()).title()).isEqualTo("Abmelden");
        assertThat(Jsoup.parse(page.text()).select("html").attr("lang")).isEqualTo("de");
    }

    @Test
    void a_page_in_a_language_from_right_to_left_says_so_and_keeps_addresses_in_order() {
        var hebrew = Locale.forLanguageTag("he");
        var own = Texts.DEFAULT.override(
                hebrew,
                Map.of("confirm.heading", "\u05db\u05e0\u05d9\u05e1\u05d4 \u05d0\u05dc {0}", "error.reference", "{0}"));
        assertThat(own.locale("he-IL,he;q=0.9")).isEqualTo(hebrew);
        var view = new ConfirmLinkView("https://1.app.example/auth/callback/email", "c", "/", "t", "ada@example.com");
        var page = Jsoup.parse(new Pages(new SiteName(null), Theme.DEFAULT, own)
                .confirmLink(view, hebrew)
                .text());
        assertThat(page.select("html").attr("lang")).isEqualTo("he");
        assertThat(page.select("html").attr("dir")).isEqualTo("rtl");
        assertThat(page.select("h1").text()).endsWith(" \u20681.app.example\u2069");
        var english = Jsoup.parse(pages.confirmLink(view, Locale.ENGLISH).text());
        assertThat(english.select("html").attr("dir")).isEqualTo("ltr");
        assertThat(english.select("h1").text()).endsWith(" 1.app.example");
    }

    @ParameterizedTest
    @CsvSource({
        "ar, rtl",
        "he, rtl",
        "iw, rtl",
        "fa-IR, rtl",
        "ur, rtl",
        "yi, rtl",
        "ckb, rtl",
        "az-Arab, rtl",
        "pa-Arab-PK, rtl",
        "en, ltr",
        "de-AT, ltr",
        "ja, ltr",
        "az, ltr",
        "ar-Latn, ltr",
        "und, ltr"
    })
    void the_direction_is_that_of_the_script(String tag, String direction) {
        assertThat(Texts.direction(Locale.forLanguageTag(tag))).isEqualTo(direction);
    }

    @Test
    void an_application_can_replace_the_texts() {
        var own = Texts.DEFAULT.override(Locale.FRENCH, Map.of("signout.title", "Déconnexion"));
        assertThat(own.get(own.locale("fr"), "signout.title")).isEqualTo("Déconnexion");
        assertThat(own.get(own.locale("fr"), "signout.button")).isEqualTo("Sign out");
    }

    @Test
    void a_button_shows_the_logo_or_else_the_mark_or_else_a_letter() {
        var style = Style.of("#24292f").mark("M0 0h24v24z");
        var document = Jsoup.parse(signIn(
                        List.of(
                                OAuthProvider.oauth("a", "Letter").style(Style.of("#24292f")),
                                OAuthProvider.oauth("b", "Mark").style(style),
                                OAuthProvider.oauth("c", "Logo")
                                        .style(new Style("#24292f", "/logo.svg", style.mark()))),
                        null,
                        null)
                .text());
        assertThat(document.select(".provider-0 .monogram").attr("data-letter")).isEqualTo("L");
        assertThat(document.select(".provider-1 svg.mark path").attr("d")).isEqualTo("M0 0h24v24z");
        assertThat(document.select(".provider-1 svg").attr("aria-hidden")).isEqualTo("true");
        assertThat(document.select(".provider-2 img").attr("src")).isEqualTo("/logo.svg");
        assertThat(document.select("svg, .monogram, img")).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"/><script>", "M0 0\"", "url(#x)", "M0&#10;", ""})
    void a_mark_is_a_path_and_nothing_else(String mark) {
        assertThatThrownBy(() -> Style.of("#24292f").mark(mark))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("style.mark");
    }

    @Test
    void every_field_has_a_label() {
        var credentials = CredentialsProvider.of((c, r) -> Optional.empty())
                .field("username", CredentialInput.text("User"))
                .field("password", CredentialInput.password("Password"));
        var document = Jsoup.parse(signIn(List.of(credentials), null, null).text());
        for (var input : document.select("input:not([type=hidden])")) {
            assertThat(document.select("label[for=" + input.id() + "]")).hasSize(1);
        }
    }

    private Document signInPageOf(User user) {
        var view = new SignInView(
                List.of(),
                "https://app.example/auth",
                "token",
                "/",
                null,
                null,
                null,
                user,
                PagesOptions.NONE,
                List.of(),
                true);
        return Jsoup.parse(pages.signIn(view, Locale.ENGLISH).text());
    }

    @Test
    void the_sign_in_page_says_who_is_signed_in() {
        var verified = Claims.of("email", MARKUP).with("emailVerified", Instant.EPOCH);
        var document = signInPageOf(User.of(verified));

        assertThat(document.select(".user").text())
                .startsWith("You're signed in as " + MARKUP + ". Sign in another way to add it to your account.");
        assertThat(document.select(".user a").attr("href")).isEqualTo("https://app.example/auth/signout");
        assertThat(Jsoup.parse(signIn(List.of(), null, null).text()).select(".user"))
                .isEmpty();
    }

    /** An attacker who planted the session has chosen both, such as the address of the visitor. */
    @Test
    void the_sign_in_page_shows_neither_an_unverified_address_nor_a_name() {
        var chosen = Claims.of("name", "Ada Lovelace").with("email", "ada@example.com");
        for (var user : List.of(chosen, chosen.with("email", null))) {
            var document = signInPageOf(User.of(user));
            assertThat(document.select(".user").text())
                    .startsWith("You're signed in to an account without a verified email address.")
                    .doesNotContain("Ada", "ada");
            assertThat(document.select(".user a").attr("href")).isEqualTo("https://app.example/auth/signout");
        }
    }

    private Response signIn(List<Provider> providers, String error, String email) {
        return pages.signIn(
                new SignInView(
                        providers,
                        "https://app.example/auth",
                        "token",
                        MARKUP,
                        error,
                        email,
                        null,
                        null,
                        PagesOptions.NONE,
                        List.of(),
                        true),
                Locale.ENGLISH);
    }
}
