package dev.cardea.it;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.CredentialsSignInException;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Trigger;
import dev.cardea.http.HttpHandler;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;

/** Against the library. */
@Tag("browser")
@Tag("node")
@Tag("part")
class BrowserClientTest extends BrowserClientTests {
    @Override
    HttpHandler cardea(String url, String issuer) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .basePath("/api/auth")
                .secret(SECRET)
                .provider(OAuthProvider.oidc("op", "Demo ID", issuer)
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE))
                .provider(CredentialsProvider.of((credentials, request) -> {
                    if ("locked".equals(credentials.text("password")))
                        throw new CredentialsSignInException("locked", null, null);
                    return "correct horse".equals(credentials.text("password"))
                            ? Optional.of(User.of("42", credentials.text("username"), "ada@example.com"))
                            : Optional.empty();
                }))
                .callbacks(Callbacks.DEFAULT.jwt(p -> p.trigger() == Trigger.UPDATE
                                && p.session() instanceof Map<?, ?> wanted
                                && wanted.get("name") instanceof String name
                        ? p.token().with("name", name)
                        : p.token()))
                .build());
    }
}
