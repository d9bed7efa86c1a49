package dev.cardea.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.testing.Browser;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Origins;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Logouts with a certified OpenID provider instead of a test double: npm's oidc-provider. */
@Tag("node")
@Tag("part")
class CertifiedLogoutTest {
    private static final String APP = "https://app.example";

    private final List<AuthException> log = new CopyOnWriteArrayList<>();
    private final InMemoryAdapter store = new InMemoryAdapter();
    private LocalServer backChannel;
    private CertifiedProvider certified;
    private Auth auth;

    @BeforeEach
    void start() {
        NodeProcess.require();
        backChannel = LocalServer.start(0, request -> auth.handle(request));
        var client = Claims.of("client_id", "logout")
                .with("token_endpoint_auth_method", "none")
                .with("redirect_uris", List.of(APP + "/auth/callback/op"))
                .with("post_logout_redirect_uris", List.of(APP + "/auth/logout"))
                .with("backchannel_logout_uri", backChannel.url() + "/auth/backchannel-logout/op")
                .with("backchannel_logout_session_required", true);
        certified = CertifiedProvider.start(client);
        auth = site();
    }

    @AfterEach
    void stop() {
        if (certified != null) certified.close();
        if (backChannel != null) backChannel.close();
    }

    private String issuer() {
        return certified.issuer();
    }

    private Auth site() {
        var logout = ProviderLogout.OFF.rpInitiated(RpInitiated.ALWAYS).backChannel(true);
        return Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .adapter(store)
                .session(SessionOptions.revocable())
                .provider(OAuthProvider.oidc("op", "Certified", issuer())
                        .clientId("logout")
                        .client("token_endpoint_auth_method", "none")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE)
                        .logout(logout))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .build());
    }

    @Test
    void a_sign_out_continues_at_the_provider_and_comes_back() {
        var browser = signedIn();
        var asked = browser.post(APP + "/auth/signout", Map.of("csrfToken", csrf(browser), "callbackUrl", "/bye"));
        assertThat(asked.url()).startsWith(issuer() + "/session/end?");
        assertThat(session(browser)).isEqualTo("null");

        var end = browser.post(issuer() + "/session/end/confirm", confirmation(asked.text()));
        assertThat(end.url()).isEqualTo(APP + "/bye");
        assertThat(log).isEmpty();
    }

    @Test
    void a_logout_at_the_provider_ends_the_session_here() {
        var browser = signedIn();
        var other = signedIn();
        assertThat(session(browser)).contains("Ada");
        var asked = browser.open(issuer() + "/session/end");
        browser.post(issuer() + "/session/end/confirm", confirmation(asked.text()));

        assertThat(log).isEmpty();
        assertThat(session(browser)).isEqualTo("null");
        assertThat(session(other)).contains("Ada");
    }

    /** What the provider's page sends when the user agrees. */
    private static Map<String, String> confirmation(String page) {
        var field = page.indexOf("name=\"xsrf\" value=\"");
        assertThat(field).as(page).isPositive();
        var from = field + "name=\"xsrf\" value=\"".length();
        return Map.of("xsrf", page.substring(from, page.indexOf('"', from)), "logout", "yes");
    }

    private Browser signedIn() {
        var site = Origins.of(APP, request -> auth.handles(request) ? auth.handle(request) : Response.of(200));
        var browser = Browser.of(site.and(issuer(), certified.remote()));
        browser.post(APP + "/auth/signin/op", Map.of("csrfToken", csrf(browser), "callbackUrl", "/dash"));
        return browser;
    }

    private static String csrf(Browser browser) {
        return String.valueOf(
                Json.parseObject(browser.open(APP + "/auth/csrf").text(), 5).text("csrfToken"));
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }
}
