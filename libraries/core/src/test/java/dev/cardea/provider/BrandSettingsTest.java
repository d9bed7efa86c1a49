package dev.cardea.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Settings of a provider that are open until the environment was read. */
class BrandSettingsTest {
    private static final OAuthProvider SELF_HOSTED = OAuthProvider.oauth("town", "Town")
            .authorization("{issuer}/oauth/authorize")
            .authorizationParam("key", "{clientId}")
            .token("{issuer}/oauth/token")
            .tokenParam("secret", "{clientSecret}")
            .userinfo("{issuer}/me");

    @Test
    void addresses_are_completed_from_the_environment() {
        var built = built(
                SELF_HOSTED,
                Map.of("AUTH_TOWN_ID", "me", "AUTH_TOWN_SECRET", "sh", "AUTH_TOWN_ISSUER", "https://town.example/"));
        assertThat(built.authorization())
                .isEqualTo(Endpoint.of("https://town.example/oauth/authorize").param("key", "me"));
        assertThat(built.token())
                .isEqualTo(Endpoint.of("https://town.example/oauth/token").param("secret", "sh"));
        assertThat(built.userinfo()).isEqualTo(Endpoint.of("https://town.example/me"));
    }

    @Test
    void an_explicit_address_stays() {
        var built = built(SELF_HOSTED.issuer("https://town.example").token("https://inside.example/token"), Map.of());
        assertThat(built.token().url()).isEqualTo("https://inside.example/token");
        assertThat(built.userinfo().url()).isEqualTo("https://town.example/me");
    }

    @Test
    void a_missing_issuer_is_named_with_its_variable() {
        assertThatThrownBy(() -> built(SELF_HOSTED, Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("AUTH_TOWN_ISSUER");
        assertThatThrownBy(() ->
                        built(OAuthProvider.oidc("gate", "Gate").wellKnown("{issuer}/oauth/.well-known"), Map.of()))
                .hasMessageContaining("AUTH_GATE_ISSUER");
    }

    @Test
    void the_environment_overrides_a_default_issuer_and_the_configuration_both() {
        var brand = OAuthProvider.oidc("gate", "Gate").defaultIssuer("https://gate.example/{clientId}");
        var env = Map.of("AUTH_GATE_ISSUER", "https://own.example", "AUTH_GATE_ID", "me");
        assertThat(built(brand, Map.of("AUTH_GATE_ID", "me")).issuer()).isEqualTo("https://gate.example/me");
        assertThat(built(brand, env).issuer()).isEqualTo("https://own.example");
        assertThat(built(brand.issuer("https://said.example"), env).issuer()).isEqualTo("https://said.example");
    }

    @Test
    void a_second_instance_reads_its_own_variables_and_then_those_of_the_first() {
        var staff = OAuthProvider.oidc("gate", "Gate").id("staff");
        var env = Map.of(
                "AUTH_GATE_ISSUER", "https://gate.example",
                "AUTH_GATE_ID", "first",
                "AUTH_STAFF_ID", "own");
        assertThat(built(staff, env).clientId()).isEqualTo("own");
        assertThat(built(staff, env).issuer()).isEqualTo("https://gate.example");
        assertThat(built(staff.id("gate"), env).clientId()).isEqualTo("first");
    }

    @Test
    void a_second_mail_service_reads_its_own_key_and_then_that_of_the_first() {
        var mail = EmailProvider.of("post", request -> {}).id("news");
        assertThat(keyOf(mail, Map.of("AUTH_POST_KEY", "first", "AUTH_NEWS_KEY", "own")))
                .isEqualTo("own");
        assertThat(keyOf(mail, Map.of("AUTH_POST_KEY", "first"))).isEqualTo("first");
        assertThat(keyOf(mail.id("post"), Map.of("AUTH_NEWS_KEY", "own", "AUTH_POST_KEY", "first")))
                .isEqualTo("first");
    }

    private static String keyOf(EmailProvider mail, Map<String, String> env) {
        var config = AuthConfig.builder()
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .adapter(new InMemoryAdapter())
                .provider(mail)
                .env(Env.of(env))
                .build();
        return ((EmailProvider) config.providers().get(0)).apiKey();
    }

    @Test
    void a_service_that_was_shut_down_is_rejected_with_the_name_of_its_successor() {
        assertThatThrownBy(() -> built(SELF_HOSTED.retired("it closed in May; use village"), Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("the provider town is gone: it closed in May; use village");
    }

    @Test
    void a_secret_can_be_made_for_each_request() {
        var provider = SELF_HOSTED.clientId("me").clientSecret("stored");
        var now = Instant.EPOCH;
        assertThat(provider.clientSecret(now)).isEqualTo("stored");
        assertThat(provider.clientSecretMaker((p, at) -> p.clientId() + at).clientSecret(now))
                .isEqualTo("me1970-01-01T00:00:00Z");
    }

    private static OAuthProvider built(OAuthProvider provider, Map<String, String> env) {
        var config = AuthConfig.builder()
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .provider(provider)
                .env(Env.of(env))
                .build();
        return (OAuthProvider) config.providers().get(0);
    }
}
