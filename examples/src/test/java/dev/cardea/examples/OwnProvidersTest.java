package dev.cardea.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.examples.docs.OwnProviders;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A visitor signs in through the sample. */
class OwnProvidersTest {
    private static final String APP = "https://app.example";

    @Test
    void a_visitor_signs_in_through_an_own_provider() {
        var auth = Auth.of(AuthConfig.builder()
                .env(Env.of(Map.of("AUTH_FORGEJO_ID", "web", "AUTH_FORGEJO_SECRET", "s")))
                .environment(Environment.TEST)
                .url(APP)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .http(OwnProvidersTest::forgejo)
                .provider(OwnProviders.forgejo("https://git.example"))
                .build());
        var browser = Browser.of(Origins.of(APP, auth).and("https://git.example", OwnProvidersTest::forgejo));
        browser.open(APP + "/auth/signin").press("Sign in with Forgejo");
        assertThat(browser.open(APP + "/auth/session").text())
                .contains("\"name\":\"ann\"", "\"email\":\"ann@git.example\"");
    }

    @Test
    void a_built_in_one_is_changed_by_its_methods() {
        assertThat(OwnProviders.copies()).extracting(OAuthProvider::id).containsExactly("work", "github");
        assertThat(OwnProviders.openid().isOidc()).isTrue();
    }

    private static Response forgejo(Request request) {
        return switch (request.path()) {
            case "/login/oauth/authorize" ->
                Response.redirect(request.query("redirect_uri").orElseThrow() + "?code=C&state="
                        + request.query("state").orElseThrow());
            case "/login/oauth/access_token" ->
                Response.json(200, "{\"access_token\":\"A\",\"token_type\":\"bearer\"}");
            default -> Response.json(200, "{\"id\":7,\"login\":\"ann\",\"email\":\"ann@git.example\"}");
        };
    }
}
