package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.OTHER;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.UserPage;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignUpTest {
    private static final String ANN = "ann@example.com";
    private final TestSite site = TestSite.standard();

    @Test
    void a_new_user_is_stored_with_name_and_password_when_the_mailbox_is_proven() {
        var browser = site.browser();

        var sent = site.signUp(browser, "Ann@Example.com", PASSWORD);

        assertThat(sent.url()).startsWith(AUTH + "/verify-request");
        assertThat(site.user(ANN)).isEmpty();
        assertThat(site.inbox.mails()).hasSize(1);

        site.openMail(browser, ANN);

        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.user(ANN)).get().satisfies(user -> {
            assertThat(user.name()).isEqualTo("Ann");
            assertThat(user.emailVerified()).isNotNull();
        });
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
        assertThat(site.canSignIn(ANN, OTHER)).isFalse();
    }

    @Test
    void nothing_is_stored_for_an_address_that_nobody_has_proven() {
        site.signUp(site.browser(), ANN, PASSWORD);

        assertThat(site.rows.listUsers(new UserPage("", 10))).isEmpty();
    }

    @Test
    void the_password_stays_in_the_browser_that_entered_it() {
        for (var either : List.of(site, TestSite.withLinks())) {
            var attacker = either.browser();
            either.signUp(attacker, ANN, PASSWORD);

            var owner = either.browser();
            either.openMail(owner, ANN);
            either.post(owner, "/signin/mail", Map.of("email", ANN));
            either.openMail(owner, ANN);

            assertThat(either.isSignedIn(owner)).isTrue();
            assertThat(either.hash(ANN)).isEmpty();
            assertThat(either.canSignIn(ANN, PASSWORD)).isFalse();
            assertThat(either.isSignedIn(attacker)).isFalse();
        }
    }

    @Test
    void the_email_has_a_code_that_is_entered_where_the_sign_up_began() {
        var browser = site.browser();
        var page = site.signUp(browser, ANN, PASSWORD);
        var code = site.inbox.last(ANN).orElseThrow().token();

        assertThat(code).matches("\\d{8}");
        page.form("Sign in").fill("token", code).submit();

        assertThat(site.isSignedIn(browser)).isTrue();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void the_code_of_a_sign_up_is_worth_nothing_in_another_browser() {
        site.signUp(site.browser(), ANN, PASSWORD);
        var code = site.inbox.last(ANN).orElseThrow().token();
        var other = site.browser();

        site.post(other, "/callback/mail", Map.of("token", code, "email", ANN));

        assertThat(site.isSignedIn(other)).isFalse();
        assertThat(site.user(ANN)).isEmpty();
    }

    @Test
    void a_user_keeps_the_password_of_before_and_learns_that_there_is_an_account() {
        site.newUser(ANN, PASSWORD);
        var before = site.hash(ANN);

        var again = site.browser();
        site.signUp(again, ANN, OTHER);
        var page = site.openMail(again, ANN);

        assertThat(page.url()).startsWith(AUTH + "/account/password?notice=existing");
        assertThat(page.text()).contains("You already have an account. Your password is unchanged.");
        assertThat(site.hash(ANN)).isEqualTo(before);
        assertThat(site.canSignIn(ANN, OTHER)).isFalse();
        assertThat(site.canSignIn(ANN, PASSWORD)).isTrue();
    }

    @Test
    void a_user_without_a_password_gets_none_by_a_sign_up() {
        site.rows.createUser(User.of(Claims.of("email", ANN)));

        var browser = site.browser();
        site.signUp(browser, ANN, PASSWORD);
        site.openMail(browser, ANN);

        assertThat(site.hash(ANN)).isEmpty();
    }

    @Test
    void the_proof_of_another_address_stores_neither_password_nor_name() {
        var browser = site.browser();
        site.signUp(browser, ANN, PASSWORD);
        var csrf = browser.open(AUTH + "/signin")
                .document()
                .selectFirst("input[name=csrfToken]")
                .val();
        browser.post(AUTH + "/signin/mail", Map.of("csrfToken", csrf, "email", "bob@example.com"));

        site.openMail(browser, "bob@example.com");

        assertThat(site.hash("bob@example.com")).isEmpty();
        assertThat(site.user("bob@example.com"))
                .get()
                .satisfies(user -> assertThat(user.name()).isNull());
    }

    /** Its account ID may be any text, also the address of the sign-up. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_account_at_a_provider_proves_no_mailbox_and_stores_no_password(boolean isVerified) {
        var full = FullSite.standard();
        var browser = full.browser();
        full.site.signUp(browser, ANN, PASSWORD);

        full.op.signsIn(Person.of(ANN, "Mallory", ANN).with("email_verified", isVerified));
        full.site.post(browser, "/signin/op", Map.of());

        assertThat(full.site.user(ANN))
                .get()
                .satisfies(user -> assertThat(user.name()).isEqualTo("Mallory"));
        assertThat(full.site.hash(ANN)).isEmpty();
        assertThat(full.site.canSignIn(ANN, PASSWORD)).isFalse();
    }

    @Test
    void a_password_is_forgotten_after_15_minutes() {
        var links = TestSite.withLinks();
        var browser = links.browser();
        links.signUp(browser, ANN, PASSWORD);

        links.clock.advance(Duration.ofMinutes(16));
        links.openMail(browser, ANN);

        assertThat(links.user(ANN)).isPresent();
        assertThat(links.hash(ANN)).isEmpty();
    }

    @Test
    void a_forged_or_a_foreign_cookie_stores_no_password() {
        var other = site.browser();
        site.signUp(other, ANN, PASSWORD);
        var name = "__Host-cardea.sign-up";
        var value = other.cookie(AUTH, name).orElseThrow();
        var changed = value.substring(0, value.length() - 2) + (value.endsWith("A") ? "BB" : "AA");

        var browser = site.browser();
        var csrf = browser.open(AUTH + "/signin")
                .document()
                .selectFirst("input[name=csrfToken]")
                .val();
        browser.post(AUTH + "/signin/mail", Map.of("csrfToken", csrf, "email", ANN));
        browser.setCookie(AUTH, name + "=" + changed + "; Path=/; Secure");
        site.openMail(browser, ANN);

        assertThat(site.hash(ANN)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "14 characters!, PasswordTooShort, This password is too short. Use at least 15 characters.",
        "passwordpassword, PasswordCommon, This password is one of the first that attackers try. Choose another one.",
        "app.example.app 12, PasswordContext, 'This password is too similar to your name, your email address or this site. Choose another one.'",
    })
    void a_password_against_the_rules_is_refused_before_anything_is_sent(String password, String code, String text) {
        var browser = site.browser();

        var page = site.signUp(browser, ANN, password);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.document().select("[role=alert]").text()).isEqualTo(text);
        assertThat(page.document().selectFirst("input[name=email]").val()).isEqualTo(ANN);
        assertThat(page.document().selectFirst("input[name=name]").val()).isEqualTo("Ann");
        assertThat(page.document().selectFirst("input[name=password]").val()).isEmpty();
        assertThat(page.text()).doesNotContain(password);
        assertThat(site.inbox.mails()).isEmpty();
        assertThat(browser.cookies(AUTH)).doesNotContainKey("__Host-cardea.sign-up");
        assertThat(code).startsWith("Password");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ann", "ann@", "a@b@c.example", "ann <ann@example.com>"})
    void a_text_that_is_no_address_is_refused(String email) {
        var page = site.signUp(site.browser(), email, PASSWORD);

        assertThat(page.status()).isEqualTo(400);
        assertThat(page.text()).contains("We can&#39;t use this email address");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "role",
                "roles",
                "id",
                "userId",
                "emailVerified",
                "image",
                "plan",
                "admin",
                "hash",
                "version",
                "fields",
                "isAdmin"
            })
    void only_declared_fields_are_stored(String field) {
        var browser = site.browser();
        var form = browser.open(AUTH + "/signup").form("Create account");
        var fields = new HashMap<>(form.fields());
        fields.putAll(Map.of("name", "Ann", "email", ANN, "password", PASSWORD, field, "x"));
        browser.post(AUTH + "/signup", fields);
        site.openMail(browser, ANN);

        var user = site.user(ANN).orElseThrow();
        assertThat(user.claims().value(field)).isNotEqualTo("x");
        assertThat(user.claims().asMap().keySet()).containsExactlyInAnyOrder("id", "name", "email", "emailVerified");
    }

    @Test
    void a_declared_field_is_stored_with_the_user() {
        var asking = TestSite.with(it -> it.extension(TestSite.accounts()
                .signUpField("company", CredentialInput.text("Company").with("required", ""))));
        var browser = asking.browser();

        var refused = asking.signUp(browser, ANN, PASSWORD);
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.text()).contains("Fill in all fields that are required.");

        refused.form("Create account")
                .fill("company", "Acme <b>")
                .fill("password", PASSWORD)
                .submit();
        asking.openMail(browser, ANN);

        assertThat(asking.user(ANN))
                .get()
                .satisfies(user -> assertThat(user.claims().text("company")).isEqualTo("Acme <b>"));
    }

    @Test
    void a_name_is_stored_without_characters_that_databases_reject() {
        var browser = site.browser();
        var csrf =
                browser.open(AUTH + "/signup").form("Create account").fields().get("csrfToken");
        var body = "{\"csrfToken\":\"" + csrf + "\",\"email\":\"" + ANN + "\",\"password\":\"" + PASSWORD
                + "\",\"name\":\"\\u0000A\\r\\nn\\ud800n \\ud83d\\ude00\"}";
        browser.send(Request.post(AUTH + "/signup", "application/json", body));
        site.openMail(browser, ANN);

        assertThat(site.user(ANN))
                .get()
                .satisfies(user -> assertThat(user.name()).isEqualTo("Ann 😀"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"role", "id", "emailVerified", "email", "password"})
    void a_field_that_decides_about_rights_cant_be_declared(String field) {
        var input = CredentialInput.text("x");
        assertThatThrownBy(() -> UserAccounts.standard().signUpField(field, input))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("choose another name");
    }

    @Test
    void a_client_has_to_wait_after_20_sign_ups() {
        for (int i = 0; i < 20; i++) {
            var page = site.signUp(site.browserAt("93.184.216.9"), "not an address", PASSWORD);
            assertThat(page.status()).isEqualTo(400);
        }

        assertThat(site.signUp(site.browserAt("93.184.216.9"), ANN, PASSWORD).status())
                .isEqualTo(429);
        assertThat(site.inbox.mails()).isEmpty();
        assertThat(site.signUp(site.browserAt("93.184.216.10"), ANN, PASSWORD).url())
                .startsWith(AUTH + "/verify-request");
    }

    @Test
    void a_page_can_ask_for_json() {
        var browser = site.browser();
        var answer = browser.send(Request.get(AUTH + "/signup").header("Accept", "application/json"));

        var json = Json.parseObject(answer.text(), Json.TRUSTED_DEPTH);
        assertThat(json.text("csrfToken")).isNotBlank();
        assertThat(answer.text()).contains("\"minimumLength\":15").contains("\"name\":\"email\"");
    }
}
