package dev.cardea;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.vectors.Vectors;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the environment fills in: as the reference, but for the older names, the booleans, and the path of the address. */
class EnvironmentVectorsTest {
    @TestFactory
    Stream<DynamicTest> fills_in_what_the_reference_fills_in() {
        return Vectors.cases("env-defaults")
                .map(c -> dynamicTest(c.value("env") + " " + c.value("config"), () -> {
                    var filled = configured(c).withEnvDefaults(Vectors.env(c));
                    var recorded = Vectors.object(c, "result");
                    assertThat(filled.draft.basePath).isEqualTo(basePath(c, recorded.text("basePath")));
                    assertThat(filled.draft.secret).isEqualTo(secret(c, recorded));
                    assertThat(filled.draft.redirectProxyUrl).isEqualTo(recorded.text("redirectProxyUrl"));
                    assertThat(filled.draft.trustHost).isEqualTo(trustHost(c));
                    assertThat(filled.draft.warnings)
                            .isEqualTo(c.get(Claim.list("warnings")).orElseThrow());
                }));
    }

    private static AuthConfig.Builder configured(Claims vector) {
        var config = Vectors.object(vector, "config");
        var builder = AuthConfig.builder();
        if (config.has("basePath")) builder.basePath(config.text("basePath"));
        if (config.has("trustHost")) builder.trustHost(Boolean.TRUE.equals(config.value("trustHost")));
        if (config.value("secret") instanceof List<?> secrets) {
            builder.secret(secrets.stream().map(String.class::cast).toList());
        }
        return builder;
    }

    /** The older name of the address counts; a path of / leaves the default; a trailing slash goes. */
    private static String basePath(Claims vector, String recorded) {
        if ("http://n/api/auth".equals(Vectors.object(vector, "env").text("NEXTAUTH_URL"))) return "/api/auth";
        return recorded.equals("/") ? "/auth" : recorded.replaceAll("/$", "");
    }

    private static Object secret(Claims vector, Claims recorded) {
        var older = Vectors.object(vector, "env").text("NEXTAUTH_SECRET");
        return older == null ? recorded.value("secret") : List.of(older);
    }

    /**
     * The first variable that is set decides, and {@code false} means no. If none is set, the reference trusts any host
     * outside production; Cardea leaves the value unset and trusts only this machine's names.
     */
    private static Boolean trustHost(Claims vector) {
        if (Vectors.object(vector, "config").value("trustHost") instanceof Boolean configured) return configured;
        var env = Vectors.object(vector, "env");
        return Stream.of("AUTH_TRUST_HOST", "VERCEL", "CF_PAGES")
                .map(env::text)
                .filter(value -> value != null && !value.isEmpty())
                .findFirst()
                .map(value -> !value.equals("false"))
                .orElse(null);
    }

    @Test
    void gives_providers_what_the_environment_knows_of_them() {
        var recorded = Vectors.object(Vectors.read("env-defaults"), "providers");
        var builder = AuthConfig.builder()
                .provider(
                        OAuthProvider.oidc("auth0", "Auth0", null),
                        EmailProvider.of("resend", mail -> {}),
                        OAuthProvider.oidc("my-custom-oidc", "My", null),
                        OAuthProvider.oidc("my-custom-oidc", "My", null).clientId("explicit"),
                        OAuthProvider.oidc("microsoft-entra-id", "Entra", null),
                        OAuthProvider.oidc("auth0", "Auth0", null).clientId("opt"))
                .withEnvDefaults(Vectors.env(recorded));
        assertThat(builder.draft.providers.stream().map(EnvironmentVectorsTest::known))
                .isEqualTo(Vectors.objects(recorded, "result")
                        .map(EnvironmentVectorsTest::inForce)
                        .toList());
    }

    private static Claims known(Provider provider) {
        var claims = Claims.of("id", provider.id()).with("type", provider.type().wire());
        if (provider instanceof EmailProvider email) return claims.withPresent("apiKey", email.apiKey());
        var oauth = (OAuthProvider) provider;
        return claims.withPresent("clientId", oauth.clientId())
                .withPresent("clientSecret", oauth.clientSecret())
                .withPresent("issuer", oauth.issuer());
    }

    /** In the reference a provider's options win over its own fields. */
    private static Claims inForce(Claims recorded) {
        return recorded.without("options").withAll(Vectors.object(recorded, "options"));
    }
}
