package dev.cardea.host.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.accounts.SignUp;
import dev.cardea.accounts.UserAccounts;
import dev.cardea.accounts.UserImport;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** Accounts by properties. */
@Tag("boot4")
class AccountsPropertiesTest {
    private static final String SECRET = "AUTH_SECRET=5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @TempDir
    private Path directory;

    private final WebApplicationContextRunner withoutEmail = new WebApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(CardeaAutoConfiguration.class))
            .withBean(InMemoryAdapter.class, InMemoryAdapter::new)
            .withPropertyValues(SECRET);
    private final WebApplicationContextRunner application =
            withoutEmail.withBean(EmailProvider.class, () -> EmailProvider.of("email", new Inbox()));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cardea.accounts=true",
                "cardea.accounts=on",
                "cardea.accounts.passwords=true",
                "cardea.accounts.sign-up=open",
                "cardea.accounts.pages.forgot=/forgot",
            })
    void the_property_or_one_below_it_adds_accounts(String property) {
        application
                .withPropertyValues(property)
                .run(app -> assertThat(page(app.getBean(Auth.class), "signup").status())
                        .isEqualTo(200));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none=", "cardea.accounts=false", "cardea.accounts=off", "cardea.accounts="})
    void without_the_property_there_are_none_and_the_module_can_be_absent(String property) {
        application
                .withClassLoader(new FilteredClassLoader(UserAccounts.class))
                .withPropertyValues(property)
                .run(app -> {
                    assertThat(page(app.getBean(Auth.class), "signup").status()).isEqualTo(400);
                    assertThat(app).doesNotHaveBean("cardeaAccounts");
                });
    }

    @Test
    void accounts_that_are_off_stay_off_whatever_is_below() {
        application
                .withPropertyValues("cardea.accounts=false", "cardea.accounts.sign-up=open")
                .run(app -> assertThat(page(app.getBean(Auth.class), "signup").status())
                        .isEqualTo(400));
    }

    /** Spring's binder reads only the value, if a name has a value and names below it. */
    @ParameterizedTest
    @ValueSource(strings = {"none=", "cardea.accounts=true"})
    void what_is_below_the_property_applies_with_it_and_without_it(String property) {
        application
                .withPropertyValues(
                        property,
                        "cardea.accounts.minimum-length=12",
                        "cardea.accounts.context-words=acme",
                        "cardea.accounts.encryption-keys=" + "6b".repeat(32),
                        "cardea.accounts.sign-up-fields.company.label=Company",
                        "cardea.accounts.pages.forgot=/lost")
                .run(app -> {
                    var auth = app.getBean(Auth.class);
                    assertThat(page(auth, "signup").text()).contains("minlength=\"12\"", "Company");
                    assertThat(page(auth, "forgot").header("Location").orElseThrow())
                            .contains("/lost");
                });
        application
                .withPropertyValues(property, "cardea.accounts.sign-up=closed")
                .run(app -> assertThat(page(app.getBean(Auth.class), "signup").status())
                        .isEqualTo(403));
        withoutEmail
                .withPropertyValues(property, "cardea.accounts.passwords=false")
                .run(app -> assertThat(page(app.getBean(Auth.class), "account").status())
                        .isEqualTo(302));
    }

    @ParameterizedTest
    @CsvSource({"2000-01-01T00:00:00Z, false", "2999-01-01T00:00:00Z, true"})
    void a_hash_of_another_system_is_accepted_until_the_property_says(String until, boolean isAccepted) {
        application.withPropertyValues("cardea.accounts.foreign-until=" + until).run(app -> {
            var store = app.getBean(InMemoryAdapter.class);
            UserImport.of(app.getBean(AuthConfig.class), store).run(file());
            var browser = Browser.of(Origins.of("http://localhost", app.getBean(Auth.class)::handle));
            browser.open("http://localhost/auth/signin")
                    .form("Sign in")
                    .fill("email", "ada@example.com")
                    .fill("password", "correct horse")
                    .submit();
            assertThat(browser.open("http://localhost/auth/session").text().contains("ada@example.com"))
                    .isEqualTo(isAccepted);
        });
    }

    private Path file() throws IOException {
        return Files.writeString(
                directory.resolve("users.ndjson"),
                Claims.of("email", "ada@example.com")
                        .with("emailVerified", true)
                        .with("passwordHash", "$2y$04$......................IBkH8pjfkDYmjZtzsiFYGYLacsaGHyW")
                        .toJson());
    }

    @Test
    void accounts_of_a_customizer_replace_those_of_the_property() {
        var closed = UserAccounts.standard().signUp(SignUp.CLOSED);
        application
                .withPropertyValues("cardea.accounts=true")
                .withBean(CardeaCustomizer.class, () -> config -> config.extension(closed))
                .run(app -> assertThat(page(app.getBean(Auth.class), "signup").status())
                        .isEqualTo(403));
    }

    @Test
    void an_absent_module_and_a_bean_of_accounts_fail_the_start() {
        var on = application.withPropertyValues("cardea.accounts=true");

        on.withClassLoader(new FilteredClassLoader(UserAccounts.class)).run(app -> {
            assertThat(report(app.getStartupFailure()).getDescription())
                    .isEqualTo("cardea.accounts is on, and dev.cardea:cardea-accounts is not on the class path.");
            assertThat(report(app.getStartupFailure()).getAction()).contains("dev.cardea:cardea-accounts");
        });
        on.withBean(UserAccounts.class, UserAccounts::standard)
                .run(app -> assertThat(report(app.getStartupFailure()).getDescription())
                        .contains("a bean of type UserAccounts"));
    }

    @Test
    void a_value_that_accounts_cant_have_fails_the_start() {
        application
                .withPropertyValues("cardea.accounts.minimum-length=7")
                .run(app -> assertThat(report(app.getStartupFailure()).getAction())
                        .contains("cardea.accounts.minimum-length"));
        application
                .withPropertyValues("cardea.accounts.sign-up-fields.role.label=Role")
                .run(app -> assertThat(report(app.getStartupFailure()).getDescription())
                        .contains("role"));
        application
                .withPropertyValues("cardea.accounts.encryption-keys=" + "6b".repeat(32) + ",hush")
                .run(app -> assertThat(report(app.getStartupFailure()).getDescription())
                        .contains("encryption key 2 must have")
                        .doesNotContain("hush"));
        application
                .withPropertyValues("cardea.accounts.sign-up=nobody")
                .run(app -> assertThat(app.getStartupFailure()).hasStackTraceContaining("cardea.accounts.sign-up"));
        application
                .withPropertyValues("cardea.accounts=perhaps")
                .run(app -> assertThat(app.getStartupFailure()).hasStackTraceContaining("cardea.accounts"));
    }

    @Test
    void an_absent_email_provider_is_reported_with_the_property_that_adds_it() {
        withoutEmail.withPropertyValues("cardea.accounts=true").run(app -> {
            var report = new InvalidConfigurationAnalyzer().analyze(app.getStartupFailure());
            assertThat(report.getAction()).contains("cardea.email.from");
        });
    }

    private static FailureAnalysis report(Throwable failure) {
        return new InvalidSetupAnalyzer().analyze(failure);
    }

    private static Response page(Auth auth, String page) {
        return auth.handle(Request.get("http://localhost/auth/" + page));
    }
}
