package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Whole sign-ins through Keycloak; with the Maven profile {@code keycloak}, which brings it. */
@Tag("keycloak")
@Tag("process")
class KeycloakTest {
    private static final String APP = "https://app.example";
    private static Keycloak keycloak;

    private final List<AuthException> log = new ArrayList<>();

    @BeforeAll
    static void start() {
        keycloak = Keycloak.start(Path.of(System.getProperty("cardea.keycloak")));
    }

    @AfterAll
    static void stop() {
        if (keycloak != null) keycloak.close();
    }

    private Auth auth(UnaryOperator<OAuthProvider> change) {
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .provider(change.apply(OAuthProvider.oidc("keycloak", "Keycloak", keycloak.issuer())
                        .clientId("app")
                        .clientSecret("a-client-secret-for-these-tests-only")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE)))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .build());
    }

    private static Browser browser(Auth auth) {
        var site = Origins.of(APP, request -> auth.handles(request) ? auth.handle(request) : Response.of(200));
        return Browser.of(site.and(keycloak.url(), keycloak.remote()));
    }

    private static Page begin(Browser browser) {
        var csrf = Json.parseObject(browser.open(APP + "/auth/csrf").text(), 5).text("csrfToken");
        return browser.post(APP + "/auth/signin/keycloak", Map.of("csrfToken", csrf, "callbackUrl", "/dash"));
    }

    private static Page enter(Page page) {
        assertThat(page.url()).startsWith(keycloak.issuer());
        return page.form("Sign In")
                .fill("username", "ada")
                .fill("password", "correct horse")
                .submit();
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    @Test
    void a_visitor_signs_in_with_PKCE_state_and_nonce() {
        var browser = browser(auth(p -> p));
        var end = enter(begin(browser));
        assertThat(log).isEmpty();
        assertThat(end.url()).isEqualTo(APP + "/dash");
        assertThat(session(browser)).contains("\"name\":\"Ada Lovelace\"", "\"email\":\"ada@example.com\"");
    }

    @Test
    void the_answer_may_come_as_a_form_post() {
        var browser = browser(auth(p -> p.authorizationParam("response_mode", "form_post")));
        var end = enter(begin(browser)).form().submit();
        assertThat(log).isEmpty();
        assertThat(end.url()).startsWith(APP);
        assertThat(session(browser)).contains("Ada Lovelace");
    }

    @Test
    void the_profile_may_come_from_the_userinfo_endpoint() {
        var browser = browser(auth(p -> p.idToken(false)));
        enter(begin(browser));
        assertThat(log).isEmpty();
        assertThat(session(browser)).contains("Ada Lovelace");
    }

    @Test
    void keys_may_change_between_two_sign_ins() {
        var auth = auth(p -> p);
        var first = browser(auth);
        enter(begin(first));
        keycloak.rotateKeys();
        var second = browser(auth);
        enter(begin(second));
        assertThat(log).isEmpty();
        assertThat(session(first)).contains("Ada Lovelace");
        assertThat(session(second)).contains("Ada Lovelace");
    }

    @Test
    void a_provider_that_names_another_issuer_signs_no_user_in() {
        var named = keycloak.issuer() + "/.well-known/openid-configuration";
        var browser =
                browser(auth(p -> p.issuer(keycloak.url() + "/realms/master").wellKnown(named)));
        assertThat(begin(browser).url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(browser)).isEqualTo("null");
    }

    @Test
    void a_wrong_client_secret_signs_no_user_in_and_is_not_shown() {
        var browser = browser(auth(p -> p.clientSecret("a-wrong-secret")));
        var end = enter(begin(browser));
        assertThat(end.url()).isEqualTo(APP + "/auth/error?error=Configuration");
        assertThat(session(browser)).isEqualTo("null");
        assertThat(log).isNotEmpty();
        assertThat(String.valueOf(log.get(0).getMessage())).doesNotContain("a-wrong-secret");
    }
}
