package dev.cardea.internal.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.config.PagesOptions;
import dev.cardea.internal.origin.SiteName;
import dev.cardea.module.SignInLink;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.Theme;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.text.Texts;
import dev.cardea.webauthn.spi.Ceremonies;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One form for the methods that begin with an email address. */
class AddressFormTest {
    private static final String BASE = "https://app.example/auth";
    private static final Ceremonies NO_CEREMONIES = (Ceremonies) Proxy.newProxyInstance(
            AddressFormTest.class.getClassLoader(), new Class<?>[] {Ceremonies.class}, (p, method, arguments) -> null);

    private static final Provider EMAIL = EmailProvider.of("mail", request -> {});
    private static final CredentialsProvider PASSWORD = CredentialsProvider.of((c, r) -> Optional.empty())
            .field("email", new CredentialInput(Map.of()))
            .field("password", new CredentialInput(Map.of()));
    private static final Provider USERNAME = CredentialsProvider.of((c, r) -> Optional.empty())
            .field("username", CredentialInput.text("User"))
            .field("password", CredentialInput.password("Password"));
    private static final Provider PASSKEY = WebAuthnProvider.of("passkey", "Passkey", NO_CEREMONIES);
    private static final Provider GITHUB = OAuthProvider.oauth("github", "GitHub");

    private final Pages pages = new Pages(new SiteName(null), Theme.DEFAULT, Texts.DEFAULT);

    static Stream<List<Provider>> combinations() {
        return Stream.of(
                List.of(EMAIL, PASSWORD),
                List.of(PASSKEY, EMAIL),
                List.of(PASSWORD, PASSKEY),
                List.of(GITHUB, EMAIL, PASSWORD, PASSKEY));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void two_or_more_methods_share_one_address_field(List<Provider> providers) {
        var page = page(providers);

        assertThat(page.select("input[name=email]")).hasSize(1);
        assertThat(page.select("input[name=email]").attr("autocomplete")).isEqualTo("username webauthn");
        assertThat(page.select("[id]").eachAttr("id")).doesNotHaveDuplicates();
        assertThat(page.select("form input[name=csrfToken]")).hasSameSizeAs(page.select("form"));
        for (var input : page.select("input:not([type=hidden])")) {
            assertThat(page.select("label[for=" + input.id() + "]")).hasSize(1);
        }
    }

    @Test
    void providers_and_other_credentials_follow_with_forms_of_their_own() {
        var page = page(List.of(GITHUB, USERNAME, EMAIL, PASSWORD));

        assertThat(page.select("form").eachAttr("action"))
                .containsExactly(
                        BASE + "/callback/credentials", BASE + "/signin/github", BASE + "/callback/credentials");
        assertThat(page.select(".provider-0 button").text()).isEqualTo("Sign in with GitHub");
        assertThat(page.select(".provider-1 input[name=username]")).hasSize(1);
    }

    /** Browsers send a form by its first button when the visitor presses Enter (HTML §4.10.21.2). */
    @Test
    void enter_signs_in_by_password_and_sends_no_email() {
        var form = page(List.of(EMAIL, PASSWORD, PASSKEY)).selectFirst("form");
        var buttons = form.select("button");

        assertThat(form.attr("action")).isEqualTo(BASE + "/callback/credentials");
        assertThat(buttons.eachText()).containsExactly("Sign in", "Email me a link");
        assertThat(buttons.get(0).hasAttr("formaction")).isFalse();
        assertThat(buttons.get(1).attr("formaction")).isEqualTo(BASE + "/signin/mail");
        assertThat(buttons.get(1).hasAttr("formnovalidate"))
                .as("the password may be empty")
                .isTrue();
    }

    @Test
    void the_button_says_whether_the_email_has_a_code() {
        var codes = EmailProvider.of("mail", request -> {}).codes(true);

        assertThat(page(List.of(codes, PASSWORD)).select("#submitButton-mail").text())
                .isEqualTo("Email me a code");
        assertThat(page(List.of(codes, PASSKEY)).select("#submitButton").text()).isEqualTo("Email me a code");
    }

    @Test
    void without_a_password_enter_sends_the_email() {
        var form = page(List.of(PASSKEY, EMAIL)).selectFirst("form");

        assertThat(form.attr("action")).isEqualTo(BASE + "/signin/mail");
        assertThat(form.select("button").eachText()).containsExactly("Email me a link");
    }

    @Test
    void a_password_manager_finds_the_fields_in_one_form() {
        var form = page(List.of(PASSWORD, PASSKEY)).selectFirst("form");

        assertThat(form.select("input:not([type=hidden])").eachAttr("name")).containsExactly("email", "password");
        var password = form.selectFirst("input[name=password]");
        assertThat(password.attr("type")).isEqualTo("password");
        assertThat(password.attr("autocomplete")).isEqualTo("current-password");
        assertThat(password.hasAttr("required")).isTrue();
    }

    /** A form that a script sends must not carry a password that a password manager filled in. */
    @Test
    void the_form_of_passkeys_has_no_field_but_reads_the_address() {
        var page = page(List.of(EMAIL, PASSWORD, PASSKEY));
        var passkey = page.selectFirst("#passkey-form");

        assertThat(passkey.select("input:not([type=hidden])")).isEmpty();
        assertThat(passkey.closest(".methods").select("[data-form-field]").eachAttr("name"))
                .containsExactly("email");
        assertThat(passkey.attr("data-passkey-autofill")).isEqualTo("on");
        assertThat(passkey.select("[data-passkey-says]")).hasSize(1);
    }

    @Test
    void where_no_one_can_sign_up_no_visitor_is_invited_to_create_a_passkey() {
        for (var providers : List.of(List.of(EMAIL, PASSKEY), List.of(PASSKEY))) {
            for (boolean admitsNewUsers : new boolean[] {true, false}) {
                var page = page(view(providers, PagesOptions.NONE, List.of(), admitsNewUsers));
                assertThat(page.select(".hint")).hasSize(admitsNewUsers ? 1 : 0);
            }
        }
    }

    @Test
    void elements_keep_their_ids() {
        assertThat(page(List.of(EMAIL, PASSWORD, PASSKEY))
                        .select(".methods [id]")
                        .eachAttr("id"))
                .containsExactly(
                        "input-email-for-mail-provider",
                        "input-password-for-credentials-provider",
                        "submitButton",
                        "submitButton-mail",
                        "passkey-form",
                        "submitButton-passkey");
    }

    @Test
    void labels_of_the_application_win_and_others_are_in_the_language_of_the_visitor() {
        var own = PASSWORD.field("email", CredentialInput.text("Work email").with("placeholder", "ada@acme.example"));
        var page = page(List.of(EMAIL, own));

        assertThat(page.select("label").eachText()).containsExactly("Work email", "Password");
        assertThat(page.select("input[name=email]").attr("placeholder")).isEqualTo("ada@acme.example");
        var german =
                Jsoup.parse(pages.signIn(view(List.of(EMAIL, PASSWORD), PagesOptions.NONE, List.of()), Locale.GERMAN)
                        .text());
        assertThat(german.select("label, .methods button").eachText())
                .containsExactly("E-Mail", "Passwort", "Anmelden", "Link per E-Mail senden");
    }

    @Test
    void after_an_error_the_field_to_correct_has_the_focus_and_the_reason() {
        var known = page(view(List.of(EMAIL, PASSWORD), "CredentialsSignin", "ada@example.com"));
        var focused = known.select("[autofocus]");
        assertThat(focused.eachAttr("name")).containsExactly("password");
        assertThat(known.select("input[name=email]").val()).isEqualTo("ada@example.com");
        assertThat(known.getElementById(focused.attr("aria-describedby")).text())
                .isEqualTo("Sign-in failed. Check your details and try again.");

        var unknown = page(view(List.of(EMAIL, PASSWORD), "CredentialsSignin", null));
        assertThat(unknown.select("[autofocus]").eachAttr("name")).containsExactly("email");
        assertThat(page(List.of(EMAIL, PASSWORD)).select("[aria-describedby]")).isEmpty();
    }

    @Test
    void the_button_for_an_email_can_be_hidden_where_there_is_a_password() {
        var hidden = PagesOptions.NONE.codeButton(false);

        assertThat(page(view(List.of(EMAIL, PASSWORD), hidden, List.of()))
                        .select("button")
                        .eachText())
                .containsExactly("Sign in");
        assertThat(page(view(List.of(EMAIL, PASSKEY), hidden, List.of()))
                        .select("form:first-child button")
                        .eachText())
                .containsExactly("Email me a link");
    }

    @Test
    void modules_add_links_below_the_password_and_at_the_end() {
        var links = List.of(
                new SignInLink(SignInLink.Place.PASSWORD, "forgot", "signin.none"),
                new SignInLink(SignInLink.Place.FORM, "signup", "signout.title"));
        var page = page(view(List.of(EMAIL, PASSWORD), PagesOptions.NONE, links));

        assertThat(page.select("form > .aside a").eachAttr("href")).containsExactly(BASE + "/forgot");
        assertThat(page.select(".last a").eachAttr("href")).containsExactly(BASE + "/signup");
        assertThat(page.select(".last a").text()).isEqualTo("Sign Out");
        assertThat(page(view(List.of(EMAIL, PASSKEY), PagesOptions.NONE, links))
                        .select(".aside a")
                        .eachAttr("href"))
                .containsExactly(BASE + "/signup");
    }

    @Test
    void one_method_has_its_form_as_before() {
        for (var providers :
                List.of(List.of(EMAIL), List.of(PASSKEY), List.<Provider>of(PASSWORD), List.of(USERNAME, EMAIL))) {
            assertThat(page(providers).select(".methods, [formaction], #" + SignInView.ERROR_ID))
                    .isEmpty();
        }
    }

    @Test
    void every_attribute_of_the_application_is_escaped() {
        var markup = "\"><script>alert(1)</script>";
        var own = PASSWORD.field(
                "email", new CredentialInput(Map.of("label", markup, "placeholder", markup, "onfocus", "x")));
        var page = page(view(List.of(EMAIL, own), markup, markup));

        assertThat(page.select("script, [onfocus]")).isEmpty();
        assertThat(page.select("label").first().text()).isEqualTo(markup);
    }

    private Document page(List<Provider> providers) {
        return page(view(providers, PagesOptions.NONE, List.of()));
    }

    private Document page(SignInView view) {
        return Jsoup.parse(pages.signIn(view, Locale.ENGLISH).text());
    }

    private static SignInView view(List<Provider> providers, String error, @Nullable String email) {
        return new SignInView(
                providers, BASE, "token", "/", error, email, null, null, PagesOptions.NONE, List.of(), true);
    }

    private static SignInView view(List<Provider> providers, PagesOptions pages, List<SignInLink> links) {
        return view(providers, pages, links, true);
    }

    private static SignInView view(
            List<Provider> providers, PagesOptions pages, List<SignInLink> links, boolean admitsNewUsers) {
        return new SignInView(providers, BASE, "token", "/", null, null, null, null, pages, links, admitsNewUsers);
    }
}
