package dev.cardea.accounts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.testkit.AdapterProbe;
import dev.cardea.config.Env;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.json.Claims;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.testing.Inbox;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserAccountsTest {
    private static AuthConfig.Builder site() {
        return AuthConfig.builder()
                .env(Env.none())
                .url("https://app.example")
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .extension(TestSite.accounts());
    }

    private static EmailProvider mail() {
        return EmailProvider.of("mail", new Inbox());
    }

    @Test
    void one_line_adds_provider_and_routes() {
        var config = site().adapter(new InMemoryAdapter()).provider(mail()).build();

        assertThat(config.providers()).extracting(it -> it.id()).containsExactly("mail", "password");
    }

    @Test
    void a_builder_that_builds_twice_has_one_provider_for_passwords() {
        var builder = site().adapter(new InMemoryAdapter()).provider(mail());
        builder.build();

        assertThat(builder.build().providers()).extracting(it -> it.id()).containsExactly("mail", "password");
    }

    @Test
    void a_site_without_a_store_is_rejected() {
        rejected(site().provider(mail()), "MissingAdapter", "accounts need a store; set adapter");
    }

    @Test
    void token_sessions_that_cant_be_ended_are_rejected_with_the_remedy() {
        rejected(
                site().adapter(new InMemoryAdapter()).provider(mail()).session(SessionOptions.jwt()),
                "UnsupportedStrategy",
                "set session.strategy to revocable, and session.adoptUntil");
    }

    @Test
    void a_site_without_emails_is_rejected_with_the_remedy() {
        rejected(
                site().adapter(new InMemoryAdapter()),
                "InvalidConfiguration",
                "need a provider of sign-in emails, by which users prove their address and replace a forgotten password; "
                        + "add one to providers");
    }

    @ParameterizedTest
    @ValueSource(classes = {ModuleRecords.class, SessionIndex.class})
    void a_store_that_lacks_a_capability_is_rejected_by_its_name(Class<? extends Adapter> capability) {
        var store = AdapterProbe.without(capability, new InMemoryAdapter()).adapter();

        rejected(site().adapter(store).provider(mail()), "MissingAdapterMethods", capability.getSimpleName());
    }

    @Test
    void another_provider_with_this_id_is_rejected() {
        var other = CredentialsProvider.of((credentials, request) -> Optional.empty())
                .id("password")
                .databaseSessions(true);

        rejected(
                site().adapter(new InMemoryAdapter()).provider(mail(), other),
                "InvalidConfiguration",
                "there is another one; give that one another ID");
    }

    @Test
    void settings_that_are_about_links_keep_them() {
        var store = new InMemoryAdapter();
        for (var links : List.of(
                mail().confirmLinks(true),
                mail().maxAge(Duration.ofHours(1)),
                mail().generateVerificationToken(() -> "an own token"))) {
            var config = site().adapter(store).provider(links).build();

            assertThat(config.providers().get(0))
                    .isInstanceOfSatisfying(
                            EmailProvider.class, it -> assertThat(it.codes()).isFalse());
        }
    }

    private static void rejected(AuthConfig.Builder config, String type, String message) {
        assertThatThrownBy(config::build)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.findings()).anySatisfy(finding -> {
                            assertThat(finding.type().code()).isEqualTo(type);
                            assertThat(finding.message()).contains(message);
                        }));
    }

    @Test
    void revocable_sessions_are_accepted() {
        assertThat(site().adapter(new InMemoryAdapter())
                        .provider(mail())
                        .session(SessionOptions.revocable())
                        .build()
                        .strategy())
                .isEqualTo(SessionOptions.Strategy.REVOCABLE);
    }

    @Test
    void english_and_german_have_the_same_texts_and_the_same_values_in_them() {
        var english = AccountTexts.read(Locale.ENGLISH);
        var german = AccountTexts.read(Locale.GERMAN);

        assertThat(german.keySet()).isEqualTo(english.keySet());
        var value = Pattern.compile("\\{\\d}");
        english.forEach((key, text) -> assertThat(
                        value.matcher(german.get(key)).results().count())
                .as(key)
                .isEqualTo(value.matcher(text).results().count()));
    }

    @Test
    void every_error_has_a_text() {
        for (var fault : PasswordFault.values())
            assertThat(AccountTexts.hasMessage(fault.code())).isTrue();
    }

    @Test
    void secrets_do_not_print() {
        var intention = new Intention("ann@example.com", "$argon2id$secret", Claims.NONE);

        assertThat(intention.toString()).doesNotContain("argon2id").doesNotContain("ann@");
    }

    @Test
    void the_applications_own_pages_get_the_callback_url_and_the_error() {
        var own = TestSite.with(it -> it.extension(
                TestSite.accounts().pages(AccountPages.NONE.signUp("/join").account("/me"))));

        var page = own.browser().open(TestSite.AUTH + "/signup?callbackUrl=/inside&error=EmailInvalid");

        assertThat(page.url())
                .isEqualTo(
                        "https://app.example/join?callbackUrl=https%3A%2F%2Fapp.example%2Finside&error=EmailInvalid");
        var refused = own.post(own.browser(), "/signup", Map.of("email", "ann", "password", TestSite.PASSWORD));
        assertThat(refused.url()).isEqualTo("https://app.example/join?error=EmailInvalid");
    }
}
