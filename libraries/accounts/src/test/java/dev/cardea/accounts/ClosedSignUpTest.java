package dev.cardea.accounts;

import static dev.cardea.accounts.TestSite.AUTH;
import static dev.cardea.accounts.TestSite.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UserPage;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.ProviderType;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import dev.cardea.webauthn.Passkey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may become a user, by whatever sign-in method. {@code ClosedPasskeySignUpTest} has passkeys. */
class ClosedSignUpTest {
    private static final String ANN = "ann@example.com";
    private static final String OP = "https://op.example";

    private enum Method {
        FORM,
        EMAIL,
        PROVIDER
    }

    private final IdentityProvider op = IdentityProvider.at(
                    OP, FakeClock.at(Instant.parse("2026-11-01T10:00:00Z")), Randomness.secure())
            .signsIn(Person.of("ann", "Ann of OP", ANN).with("email_verified", true))
            .client(Client.of("app", "app-secret").redirectUri(AUTH + "/callback/op"));
    private final List<SignUpRequest> asked = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @EnumSource
    void no_method_stores_a_user_and_the_visitor_learns_it_after_the_proof(Method method) {
        var site = closed();

        var page = come(site, method);

        assertThat(page.url()).isEqualTo(AUTH + "/error?error=AccessDenied&code=SignUpClosed");
        assertThat(page.text()).contains("There are no new accounts");
        assertNothingStored(site);
    }

    @ParameterizedTest
    @EnumSource
    void users_who_are_stored_sign_in_as_before(Method method) {
        var site = closed();
        var user = site.rows.createUser(User.of(Claims.of("email", ANN).with("emailVerified", site.clock.instant())));
        site.rows.linkAccount(Account.of("op", "ann", ProviderType.OIDC).with("userId", user.id()));

        var page = come(site, method);

        assertThat(page.url()).doesNotContain("/error");
        assertThat(site.rows.listUsers(new UserPage("", 10))).hasSize(1);
        assertThat(site.rows.listSessionsByUserId(user.id())).hasSize(1);
    }

    @Test
    void the_page_for_new_accounts_and_the_links_to_it_are_gone() {
        var site = closed();
        var browser = site.browser();

        assertThat(browser.open(AUTH + "/signin").document().select("a[href*=signup]"))
                .isEmpty();
        var page = browser.open(AUTH + "/signup?callbackUrl=/inside");
        assertThat(page.status()).isEqualTo(403);
        assertThat(page.text()).contains("There are no new accounts");
        assertThat(page.document().select("form")).isEmpty();
        assertThat(page.document().select("a[href*=signin]").attr("href"))
                .isEqualTo(AUTH + "/signin?callbackUrl=https%3A%2F%2Fapp.example%2Finside");
        var json = browser.send(Request.get(AUTH + "/signup").header("Accept", "application/json"));
        assertThat(json.text()).contains("\"error\":\"SignUpClosed\"");
        var posted = site.post(browser, "/signup", Map.of("email", ANN, "password", PASSWORD));
        assertThat(posted.status()).isEqualTo(403);
        assertThat(site.inbox.mails()).isEmpty();
    }

    @Test
    void the_sign_in_page_invites_no_one_to_create_a_passkey() {
        for (var who : SignUp.values()) {
            var site = TestSite.with(it -> it.extension(TestSite.accounts().signUp(who))
                    .enableWebAuthn(true)
                    .provider(Passkey.provider()));

            var page = site.browser().open(AUTH + "/signin");

            assertThat(page.text().contains("New here?")).isEqualTo(who == SignUp.OPEN);
            assertThat(page.document().select("form[data-passkey] button")).hasSize(1);
        }
    }

    @Test
    void someone_without_an_account_who_asks_for_a_password_is_not_led_to_the_page_for_new_ones() {
        var site = closed();
        var browser = site.browser();
        site.forgot(browser, ANN);

        var page = site.openMail(browser, ANN);

        assertThat(page.text()).contains("There&#39;s no account for ann@example.com.");
        assertThat(page.document().select("a[href*=signup]")).isEmpty();
    }

    @Test
    void the_applications_own_page_gets_the_error() {
        var site = TestSite.with(
                it -> it.extension(TestSite.accounts().signUp(SignUp.CLOSED).pages(AccountPages.NONE.signUp("/join"))));

        assertThat(site.browser().open(AUTH + "/signup").url()).isEqualTo(TestSite.URL + "/join?error=SignUpClosed");
    }

    @ParameterizedTest
    @CsvSource({"FORM, mail, true, Ann, Acme", "EMAIL, mail, true, ,", "PROVIDER, op, false, Ann of OP,"})
    void a_callback_decides_with_what_is_known_of_the_visitor(
            Method method, String provider, boolean isEmailProven, String name, String company) {
        var site = asking(request -> false);

        var page = come(site, method);

        assertThat(page.url()).startsWith(AUTH + "/error?error=AccessDenied");
        assertNothingStored(site);
        assertThat(asked).singleElement().satisfies(request -> {
            assertThat(request.email()).isEqualTo(ANN);
            assertThat(request.isEmailProven()).isEqualTo(isEmailProven);
            assertThat(request.name()).isEqualTo(name);
            assertThat(request.provider()).isEqualTo(provider);
            assertThat(request.fields().asMap()).isEqualTo(company == null ? Map.of() : Map.of("company", company));
            assertThat(request.clientAddress()).asString().contains("93.184.216.9");
        });
    }

    @ParameterizedTest
    @EnumSource
    void a_callback_that_throws_refuses(Method method) {
        var site = asking(request -> {
            throw new IllegalStateException("the invitations are away");
        });

        var page = come(site, method);

        assertThat(page.url()).startsWith(AUTH + "/error?error=AccessDenied");
        assertThat(page.text()).doesNotContain("invitations");
        assertThat(site.log)
                .anyMatch(it -> it.type() == ErrorType.ACCESS_DENIED
                        && String.valueOf(it.getMessage()).contains("the invitations are away"));
        assertNothingStored(site);
    }

    @ParameterizedTest
    @EnumSource
    void a_callback_that_allows_lets_the_visitor_in(Method method) {
        var site = asking(request -> true);

        come(site, method);

        assertThat(site.rows.listUsers(new UserPage("", 10))).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_callback_is_asked_only_about_visitors_who_would_be_stored(boolean isReset) {
        var site = asking(request -> true);
        if (isReset) {
            var browser = site.browser();
            site.forgot(browser, ANN);
            site.openMail(browser, ANN);
        } else {
            site.rows.createUser(User.of(Claims.of("email", ANN)));
            come(site, Method.EMAIL);
        }

        assertThat(asked).isEmpty();
    }

    private TestSite closed() {
        return site(TestSite.accounts().signUp(SignUp.CLOSED));
    }

    private TestSite asking(Predicate<SignUpRequest> callback) {
        return site(TestSite.accounts()
                .signUpField("company", CredentialInput.text("Company"))
                .signUp(request -> {
                    asked.add(request);
                    return callback.test(request);
                }));
    }

    private TestSite site(UserAccounts accounts) {
        return TestSite.with(it -> it.extension(accounts)
                .http(op)
                .provider(
                        OAuthProvider.oidc("op", "Demo ID", OP).clientId("app").clientSecret("app-secret")));
    }

    private Page come(TestSite site, Method method) {
        return switch (method) {
            case FORM -> {
                var browser = site.browserAt("93.184.216.9");
                site.post(
                        browser,
                        "/signup",
                        Map.of("email", ANN, "password", PASSWORD, "name", "Ann", "company", "Acme"));
                // The form itself tells nothing, and sends no email, where there are no new accounts.
                yield site.inbox.mails().isEmpty() ? byEmail(site) : site.openMail(browser, ANN);
            }
            case EMAIL -> byEmail(site);
            case PROVIDER -> site.post(browser(site), "/signin/op", Map.of("callbackUrl", TestSite.URL + "/"));
        };
    }

    private static Page byEmail(TestSite site) {
        var browser = site.browserAt("93.184.216.9");
        site.post(browser, "/signin/mail", Map.of("email", ANN));
        return site.openMail(browser, ANN);
    }

    private Browser browser(TestSite site) {
        return Browser.of(
                Origins.of(
                                TestSite.URL,
                                it -> site.auth.handle(Request.of(
                                        it.method(),
                                        it.scheme(),
                                        it.target(),
                                        it.headers(),
                                        it.body(),
                                        "93.184.216.9")))
                        .and(op),
                site.clock);
    }

    private static void assertNothingStored(TestSite site) {
        assertThat(site.rows.listUsers(new UserPage("", 10))).isEmpty();
        assertThat(site.rows.getUserByAccount("op", "ann")).isEmpty();
    }
}
