package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.limit.Budget;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.provider.ProviderLogout;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuthConfigTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    private final AuthConfig.Builder config = AuthConfig.builder().env(Env.none());

    @Test
    void everything_that_is_wrong_is_found_at_once_each_with_its_setting() {
        config.trustHost(false)
                .pages(PagesOptions.NONE.signIn("login"))
                .session(SessionOptions.jwt().maxAge(Duration.ZERO))
                .trustedProxies("10.0.0.0/8", "proxy.example")
                .allowedHosts("app.example:8443", "https://app.example")
                .provider(OAuthProvider.oidc("far", "Far", "http://far.example"), OAuthProvider.oauth("no", "No"));
        assertThat(refused().findings())
                .extracting(Finding::setting)
                .containsExactly(
                        "trustHost",
                        "secret",
                        "pages.signIn",
                        "trustedProxies",
                        "allowedHosts",
                        "session.maxAge",
                        "providers.far.issuer",
                        "providers.no.issuer");
    }

    @Test
    void the_first_finding_is_the_exceptions_own() {
        var refused = refused();
        assertThat(refused.type()).isEqualTo(ErrorType.MISSING_SECRET);
        assertThat(refused).hasMessage(refused.findings().get(0).message());
    }

    @Test
    void production_rejects_a_secret_that_repeats_itself() {
        config.secret("0123456789abcdef".repeat(2));
        assertThat(refused().findings())
                .singleElement()
                .satisfies(found -> assertThat(found.message())
                        .contains("secret repeats itself", "openssl rand -base64 33")
                        .doesNotContain("0123456789"));
        assertThat(config.environment(Environment.DEVELOPMENT).build()).isNotNull();
    }

    @Test
    void missing_endpoints_are_one_finding() {
        config.secret(SECRET).provider(OAuthProvider.oauth("no", "No").token("https://no.example/token"));
        assertThat(refused().findings())
                .singleElement()
                .extracting(Finding::message)
                .asString()
                .startsWith("the provider no has neither an issuer nor the endpoints authorization, userinfo;");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "app.example",
                "app.example:3000",
                " ",
                "\t",
                "https://",
                "https:/app.example",
                "https://app example",
                "https://app.example/a b",
                "https://app.example\\auth",
                "https://user@app.example",
                "https://app.example:99999",
                "https://größe.example",
                "ftp://app.example",
                "javascript:alert(1)",
                "//app.example"
            })
    void an_address_in_the_environment_that_is_none_is_refused_and_never_leaves_the_host_to_headers(String text) {
        for (String name : new String[] {"AUTH_URL", "NEXTAUTH_URL"}) {
            var env = Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_TRUST_HOST", "1", name, text));
            var refused = refusedIn(env);
            assertThat(refused.findings()).extracting(Finding::setting).containsExactly("url");
            assertThat(refused).hasMessageContaining(name + " must be");
        }
        var proxy = refusedIn(Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_REDIRECT_PROXY_URL", text)));
        assertThat(proxy.findings()).extracting(Finding::setting).containsExactly("redirectProxyUrl");
        assertThat(proxy).hasMessageContaining("AUTH_REDIRECT_PROXY_URL must be");
    }

    @Test
    void a_variable_that_is_empty_is_not_set_and_space_around_an_address_does_not_count() {
        var unset = AuthConfig.builder().env(Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_URL", "")));
        assertThat(unset.build().settings().address.url()).isNull();
        var file =
                AuthConfig.builder().env(Env.of(Map.of("AUTH_SECRET", SECRET, "AUTH_URL", " https://app.example\n")));
        assertThat(file.build().settings().address.url()).isEqualTo("https://app.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a?b", "/a#b", "//auth", "/a//b", "/a/../b", "/..", "/./auth", "/a/.", "auth", "/a b"})
    void a_base_path_that_browsers_would_resolve_is_refused(String path) {
        config.secret(SECRET).basePath(path);
        assertThat(refused().findings()).extracting(Finding::setting).containsExactly("basePath");
    }

    @Test
    void in_production_believing_any_host_is_warned_of_and_with_a_redirect_proxy_refused() {
        var warned = new ArrayList<String>();
        config.secret(SECRET).trustHost(true).logger(new AuthLogger() {
            @Override
            public void warn(String code) {
                warned.add(code);
            }
        });
        config.build();
        assertThat(warned).containsExactly("trust-host-any");
        config.redirectProxyUrl("https://login.example/auth");
        assertThat(refused().findings()).extracting(Finding::setting).containsExactly("redirectProxyUrl");
        assertThat(refused()).hasMessageContaining("allowedHosts").hasMessageContaining("AUTH_URL");
    }

    @Test
    void where_the_hosts_are_known_or_outside_of_production_a_redirect_proxy_may_be_used() {
        trusting().allowedHosts("preview.example").build();
        trusting().url("https://preview.example").build();
        trusting().environment(Environment.DEVELOPMENT).build();
    }

    private static AuthConfig.Builder trusting() {
        var logger = new AuthLogger() {
            @Override
            public void warn(String code) {
                throw new AssertionError(code);
            }
        };
        return AuthConfig.builder()
                .env(Env.none())
                .secret(SECRET)
                .trustHost(true)
                .logger(logger)
                .redirectProxyUrl("https://login.example/auth");
    }

    private static ConfigurationException refusedIn(Env env) {
        return catchThrowableOfType(
                ConfigurationException.class, AuthConfig.builder().env(env)::build);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ES256K", "none", "RS257", "es256"})
    void an_algorithm_that_cannot_be_verified_is_rejected_with_those_that_can(String algorithm) {
        config.secret(SECRET)
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                        .client("id_token_signed_response_alg", algorithm));
        assertThat(refused().findings()).singleElement().satisfies(finding -> {
            assertThat(finding.setting()).isEqualTo("providers.op.client.id_token_signed_response_alg");
            assertThat(finding.message()).contains("RS256", "ES256, ES384", "EdDSA");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"RS256", "PS512", "ES384", "EdDSA", "Ed25519", "HS256"})
    void an_algorithm_that_can_be_verified_is_accepted(String algorithm) {
        var provider = OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                .client("id_token_signed_response_alg", algorithm);
        assertThat(config.secret(SECRET).provider(provider).build()).isNotNull();
    }

    @Test
    void an_own_oauth_provider_without_state_is_warned_of() {
        var own = OAuthProvider.oauth("own", "Own")
                .authorization("https://own.example/authorize")
                .token("https://own.example/token")
                .userinfo("https://own.example/me");
        assertThat(warnings(own)).contains("oauth-without-state");
        assertThat(warnings(own.checks(Check.PKCE, Check.STATE))).doesNotContain("oauth-without-state");
        assertThat(warnings(own.redirectProxyUrl("https://proxy.example/auth"))).doesNotContain("oauth-without-state");
        assertThat(warnings(OAuthProvider.oidc("op", "Demo ID", "https://op.example")))
                .doesNotContain("oauth-without-state");
    }

    @Test
    void credentials_without_a_field_that_names_the_account_are_warned_of() {
        var bare = CredentialsProvider.of((accepted, request) -> Optional.empty());
        var password = bare.field("password", CredentialInput.password("Password"));
        var warning = "credentials-without-account-name: providers.credentials";
        assertThat(warnings(bare)).containsExactly(warning);
        assertThat(warnings(password)).containsExactly(warning);
        assertThat(warnings(password.field("username", CredentialInput.text("User"))))
                .isEmpty();
        assertThat(warnings(config -> config.provider(bare).rateLimits(RateLimits.OFF)))
                .isEmpty();
        assertThat(warnings(config ->
                        config.provider(bare).rateLimits(RateLimits.DEFAULT.without(Budget.CREDENTIALS_FOR_ACCOUNT))))
                .isEmpty();
    }

    @Test
    void credentials_whose_account_may_be_named_by_several_fields_are_warned_of() {
        var form = CredentialsProvider.of((accepted, request) -> Optional.empty())
                .field("tenant", CredentialInput.text("Company"))
                .field("number", CredentialInput.text("Number"));
        assertThat(warnings(form)).containsExactly("credentials-with-several-names: providers.credentials");
        var named = form.field("email", CredentialInput.text("Address"));
        assertThat(warnings(named)).containsExactly("credentials-with-several-names: providers.credentials");
        var marked = CredentialInput.text("Number").with("autocomplete", "username");
        assertThat(warnings(form.field("number", marked))).isEmpty();
        assertThat(warnings(config -> config.provider(form).rateLimits(RateLimits.OFF)))
                .isEmpty();
    }

    @Test
    void adopted_sessions_that_no_provider_can_end_are_warned_of() {
        var adopting = SessionOptions.revocable().adoptUntil(Instant.parse("2027-01-31T00:00:00Z"));
        var warning = "adopted-sessions-without-provider: providers.op";
        var off = ProviderLogout.OFF;
        assertThat(logoutWarnings(adopting, off.backChannel(true))).containsExactly(warning);
        assertThat(logoutWarnings(adopting, off.frontChannel(true))).containsExactly(warning);
        assertThat(logoutWarnings(adopting, off.rpInitiated(ProviderLogout.RpInitiated.ALWAYS)))
                .isEmpty();
        assertThat(logoutWarnings(SessionOptions.revocable(), off.backChannel(true)))
                .isEmpty();
    }

    private static List<String> logoutWarnings(SessionOptions session, ProviderLogout logout) {
        var provider = OAuthProvider.oidc("op", "Demo ID", "https://op.example").logout(logout);
        return warnings(
                config -> config.adapter(new InMemoryAdapter()).session(session).provider(provider));
    }

    @Test
    void an_allowed_origin_on_localhost_is_warned_of_at_a_site_on_the_web() {
        var spa = new String[] {"https://spa.example", "http://localhost:5173", "https://127.0.0.1:8443"};
        assertThat(warnings(config -> config.url("https://app.example").allowedOrigins(spa)))
                .containsExactly(
                        "allowed-origin-on-localhost: http://localhost:5173",
                        "allowed-origin-on-localhost: https://127.0.0.1:8443");
        for (var local : List.of("http://localhost:8080", "https://localhost:8080", "http://app.internal"))
            assertThat(warnings(config -> config.url(local).allowedOrigins(spa)))
                    .as(local)
                    .isEmpty();
        assertThat(warnings(config -> config.allowedOrigins(spa)))
                .as("production without a URL")
                .hasSize(2);
        assertThat(warnings(
                        config -> config.environment(Environment.DEVELOPMENT).allowedOrigins(spa)))
                .as("development without a URL")
                .isEmpty();
    }

    private static List<String> warnings(Provider provider) {
        return warnings(config -> config.provider(provider));
    }

    private static List<String> warnings(UnaryOperator<AuthConfig.Builder> change) {
        var warnings = new ArrayList<String>();
        var config = AuthConfig.builder().env(Env.none()).secret(SECRET).logger(new AuthLogger() {
            @Override
            public void warn(String code) {
                warnings.add(code);
            }
        });
        change.apply(config).build();
        return warnings;
    }

    private ConfigurationException refused() {
        return catchThrowableOfType(ConfigurationException.class, config::build);
    }
}
