package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.provider.OAuthProvider;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AuthConfigTest {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";

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
    void missing_endpoints_are_one_finding() {
        config.secret(SECRET).provider(OAuthProvider.oauth("no", "No").token("https://no.example/token"));
        assertThat(refused().findings())
                .singleElement()
                .extracting(Finding::message)
                .asString()
                .startsWith("the provider no has neither an issuer nor the endpoint authorization, userinfo;");
    }

    private ConfigurationException refused() {
        return catchThrowableOfType(ConfigurationException.class, config::build);
    }
}
