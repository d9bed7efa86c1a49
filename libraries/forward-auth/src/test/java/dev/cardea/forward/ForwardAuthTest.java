package dev.cardea.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Request;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is checked when the configuration is built. */
class ForwardAuthTest {
    @Test
    void the_site_needs_its_address_and_its_proxies() {
        var config = AuthConfig.builder()
                .env(Env.none())
                .secret(ForwardSite.SECRET)
                .trustHost(true)
                .extension(ForwardAuth.of("https://app.example"));
        assertThatThrownBy(config::build)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.findings())
                                .extracting(finding -> finding.setting() + ": " + finding.message())
                                .containsExactly(
                                        "forwardAuth: forwardAuth needs url (AUTH_URL): it is the issuer of identity tokens, and where"
                                                + " visitors sign in",
                                        "forwardAuth: forwardAuth needs trustedProxies: it only responds to "
                                                + "these IP addresses; list those of your proxies"));
    }

    @Test
    void address_and_secret_may_come_from_the_environment() {
        var variables = Map.of("AUTH_URL", "https://app.example/sign", "AUTH_SECRET", ForwardSite.SECRET);
        var config = AuthConfig.builder()
                .env(Env.of(variables))
                .trustedProxies("10.0.0.0/8")
                .extension(ForwardAuth.of("https://app.example"));
        for (int i = 0; i < 2; i++) {
            var auth = Auth.of(config);
            var keys = auth.handle(Request.get("https://app.example/sign/jwks"));
            assertThat(keys.status()).isEqualTo(200);
            assertThat(keys.text()).contains("\"kid\"");
        }
    }

    @Test
    void a_missing_secret_is_the_only_finding() {
        var config = new ForwardSite().config().secret(java.util.List.of());
        assertThatThrownBy(config::build)
                .isInstanceOfSatisfying(
                        ConfigurationException.class,
                        e -> assertThat(e.findings()).hasSize(1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "app.example",
                "https://app.example/",
                "https://app.example/x",
                "https://APP.example",
                "ftp://app.example"
            })
    void the_audience_is_an_origin(String audience) {
        assertThatThrownBy(() -> ForwardAuth.of(audience))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not an origin");
    }

    @ParameterizedTest
    @ValueSource(strings = {"docs", "/docs/", "/a/*/b", "/docs%20", "/docs;x"})
    void patterns_are_checked_when_they_are_given(String pattern) {
        var empty = ForwardAuth.of("https://app.example");
        assertThatThrownBy(() -> empty.publicPaths(pattern)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> empty.rule(pattern, "admin")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> empty.rule("/docs", " ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void without_the_extension_the_routes_are_unknown() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .url("https://app.example")
                .secret(ForwardSite.SECRET)
                .trustedProxies("10.0.0.0/8"));
        for (var path : new String[] {"/auth/jwks", "/auth/enter", "/auth/verify/auth-request"}) {
            assertThat(auth.handle(Request.get("https://app.example" + path)).status())
                    .isEqualTo(400);
        }
    }

    @Test
    void methods_return_changed_copies() {
        var first = ForwardAuth.of("https://app.example");
        assertThat(first.publicPaths("/a")).isNotSameAs(first);
        assertThat(first.rule("/a")).isNotSameAs(first);
    }
}
