package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.config.SessionOptions;
import dev.cardea.json.Json;
import dev.cardea.limit.Budget;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The settings in force, as operators see them. */
class DescriptionTest {
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String OLDER = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a10-of-the-tests";

    private final AuthConfig config = AuthConfig.builder()
            .env(Env.none())
            .url("https://app.example/login/auth")
            .secret(SECRET, OLDER)
            .trustedProxies("10.0.0.0/8")
            .adapter(new InMemoryAdapter())
            .session(SessionOptions.database())
            .pages(PagesOptions.NONE.signIn("/login?token=planted"))
            .rateLimits(RateLimits.DEFAULT.without(Budget.MAILS_BY_CLIENT))
            .provider(OAuthProvider.oidc("acme", "Acme", "https://id.acme.example")
                    .clientId("app")
                    .clientSecret("planted-client-secret"))
            .provider(EmailProvider.of("email", mail -> {}).name("Email"))
            .danger()
            .allowHttpIssuers()
            .build();

    @Test
    void it_has_what_is_in_force_with_masked_secrets() {
        assertThat(config.describe())
                .containsEntry("environment", "production")
                .containsEntry("url", "https://app.example/login/auth")
                .containsEntry("basePath", "/login/auth")
                .containsEntry("secret", List.of("******", "******"))
                .containsEntry("trustedProxies", List.of("10.0.0.0/8"))
                .containsEntry("store", "InMemoryAdapter")
                .containsEntry("session", Map.of("strategy", "database", "maxAge", "PT720H", "updateAge", "PT24H"))
                .containsEntry("pages", Map.of("signIn", "/login"))
                .containsEntry("removedProtections", List.of("allowHttpIssuers"))
                .doesNotContainKeys("trustHost", "allowedHosts", "redirectProxyUrl");
        assertThat((List<?>) config.describe().get("providers"))
                .hasSize(2)
                .first()
                .isEqualTo(Map.of(
                        "id", "acme",
                        "name", "Acme",
                        "type", "oidc",
                        "issuer", "https://id.acme.example",
                        "clientId", "app",
                        "clientSecret", "******",
                        "checks", List.of("pkce")));
        var limits = (Map<?, ?>) config.describe().get("rateLimits");
        assertThat(limits.get("starts")).isEqualTo("100, then one each PT1S");
        assertThat(limits.get("mails")).isEqualTo("off");
    }

    @Test
    void no_secret_is_in_it() {
        assertThat(Json.print(new LinkedHashMap<>(config.describe())))
                .doesNotContain(SECRET, OLDER, "planted", String.valueOf(SECRET.length()));
    }

    @Test
    void it_is_immutable() {
        assertThatThrownBy(() -> config.describe().put("url", "https://evil.example"))
                .isInstanceOf(UnsupportedOperationException.class);
    }
}
