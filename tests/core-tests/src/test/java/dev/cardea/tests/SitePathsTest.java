package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.AuthAction;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Theme;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.token.Randomness;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The site begins at a path: its framework serves it there, or a proxy removes that path from requests. */
class SitePathsTest {
    private static final String APP = "https://app.example";
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";

    private final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    private final Inbox inbox = new Inbox();
    private final IdentityProvider op = IdentityProvider.at("https://op.example", clock, Randomness.secure())
            .signsIn(Site.ADA)
            .client(Client.of("app", "app-secret").redirectUri(APP + "/app/auth/callback/op"));

    @Test
    void below_a_context_path_a_visitor_signs_in_without_a_further_setting() {
        var auth = auth(config -> config).at("/app");
        signsInAndOut(auth, auth);
    }

    @Test
    void behind_a_proxy_that_removes_a_prefix_a_visitor_signs_in() {
        var auth = auth(config -> config.strippedPrefix("/app"));
        signsInAndOut(auth, withoutPrefix(auth));
    }

    @Test
    void a_context_path_and_a_prefix_add_up() {
        var auth = auth(config -> config.strippedPrefix("/shop")).at("/app");
        assertThat(auth.url(AuthAction.SIGNIN, request("/app/x"))).isEqualTo(APP + "/shop/app/auth/signin");
        assertThat(auth.handle(request("/app/auth/signin")).text()).contains(APP + "/shop/app/auth/signin/op");
    }

    private void signsInAndOut(Auth auth, HttpHandler seen) {
        var browser = Browser.of(Origins.of(APP, seen).and(op), clock);
        var page = browser.open(APP + "/app/auth/signin").press("Sign in with Demo ID");
        assertThat(page.url()).isEqualTo(APP + "/app");
        assertThat(browser.open(APP + "/app/auth/session").text()).contains("Ada Lovelace");
        assertThat(auth.url(AuthAction.SIGNIN, request("/app"))).isEqualTo(APP + "/app/auth/signin");

        browser.open(APP + "/app/auth/signout").form().submit();
        assertThat(browser.open(APP + "/app/auth/session").text()).isEqualTo("null");

        browser.open(APP + "/app/auth/signin")
                .form("Sign in with Email")
                .fill("email", "grace@example.com")
                .submit();
        var link = inbox.last("grace@example.com").orElseThrow().url();
        assertThat(link).startsWith(APP + "/app/auth/callback/email?");
        browser.open(link);
        assertThat(browser.open(APP + "/app/auth/session").text()).contains("grace@example.com");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/auth/signin", "/app/app/auth/signin", "/application/auth/signin"})
    void below_a_context_path_no_other_path_is_a_route(String path) {
        assertThat(auth(config -> config).at("/app").handles(request(path))).isFalse();
    }

    @Test
    void a_context_path_ends_without_a_slash_and_begins_with_one() {
        var auth = auth(config -> config);
        for (var spelling : new String[] {"app", "/app/", "app/"}) {
            assertThat(auth.at(spelling).handles(request("/app/auth/session"))).isTrue();
        }
        for (var root : new String[] {"", "/"}) {
            assertThat(auth.at(root).handles(request("/auth/session"))).isTrue();
        }
    }

    @Test
    void a_base_path_that_was_set_wins_over_a_context_path() {
        var auth = auth(config -> config.basePath("/app/login").pages(PagesOptions.NONE.error("/app/oops")))
                .at("/app");
        assertThat(auth.handles(request("/app/login/signin"))).isTrue();
        assertThat(auth.handles(request("/app/auth/signin"))).isFalse();
        assertThat(auth.handle(request("/app/login/error")).header("Location")).hasValue(APP + "/app/oops");
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example/app/sign, /app/sign",
        "https://app.example/app, /app/auth",
        "https://app.example/app/, /app/auth",
        "https://app.example, /app/auth"
    })
    void the_path_of_the_URL_is_the_base_path_unless_it_ends_where_the_application_is(String url, String basePath) {
        var auth = auth(config -> config.url(url)).at("/app");
        assertThat(auth.url(AuthAction.SIGNIN, request("/app"))).isEqualTo(APP + basePath + "/signin");
    }

    @ParameterizedTest
    @CsvSource({
        "https://app.example/app/sign, /sign, /app/sign",
        "https://app.example/app, /auth, /app/auth",
        "https://app.example, /auth, /app/auth"
    })
    void the_path_of_the_URL_begins_with_what_a_proxy_removes(String url, String received, String seen) {
        var auth = auth(config -> config.url(url).strippedPrefix("/app"));
        assertThat(auth.handles(request(received + "/session"))).isTrue();
        assertThat(auth.url(AuthAction.SIGNIN, request("/"))).isEqualTo(APP + seen + "/signin");
    }

    @Test
    void own_pages_and_the_logo_are_below_the_path_of_the_site() {
        UnaryOperator<AuthConfig.Builder> own = config -> config.theme(Theme.DEFAULT.logo("/logo.png"))
                .pages(PagesOptions.NONE.signOut("/bye").error("https://help.example/"));
        for (var auth : new Auth[] {auth(own).at("/app"), auth(own.andThen(c -> c.strippedPrefix("/app"))::apply)}) {
            var received = auth.handles(request("/auth/signin")) ? "/auth" : "/app/auth";
            assertThat(auth.handle(request(received + "/signout")).header("Location"))
                    .hasValue(APP + "/app/bye");
            assertThat(auth.handle(request(received + "/error")).header("Location"))
                    .hasValue("https://help.example/");
            assertThat(auth.handle(request(received + "/signin")).text()).contains("src=\"/app/logo.png\"");
        }
    }

    @Test
    void a_protected_page_sends_to_the_sign_in_page_and_back() {
        var to = APP + "/app/auth/signin?callbackUrl=https%3A%2F%2Fapp.example%2Fapp%2Fadmin%3Fa%3Db";
        var stripped = auth(config -> config.strippedPrefix("/app")).guard("/admin");
        assertThat(refusal(stripped.admit(request("/admin?a=b"), "/admin"))).isEqualTo(to);
        var below = auth(config -> config).guard("/admin").at("/app");
        assertThat(refusal(below.admit(request("/app/admin?a=b"), "/admin", "/admin")))
                .isEqualTo(to);
    }

    private static String refusal(Admission admission) {
        return ((Admission.Denial) admission).response().header("Location").orElseThrow();
    }

    @Test
    void a_configuration_for_each_request_is_moved_too_even_an_invalid_one() {
        var auth = Auth.of(request -> config().secret(request.header("x-broken").isPresent() ? "" : SECRET)
                        .pages(PagesOptions.NONE.error("/oops"))
                        .build())
                .at("/app");
        assertThat(auth.handle(request("/app/auth/providers")).text()).contains(APP + "/app/auth/callback/op");
        var broken = request("/app/auth/signin").header("x-broken", "1");
        assertThat(auth.handles(broken)).isTrue();
        assertThat(auth.handle(broken).header("Location")).hasValue(APP + "/app/oops?error=Configuration");
    }

    /** A proxy passes on what the client sent in it, unless its configuration removes the header. */
    @ParameterizedTest
    @ValueSource(strings = {"/evil", "/app", "//evil.example", "/a/../b", "/a,/b"})
    void a_forwarded_prefix_is_not_read_even_from_a_trusted_proxy(String prefix) {
        var auth = auth(config -> config.trustHost(true).trustedProxies("127.0.0.0/8"));
        var sent = Request.of("GET", "https", "/auth/signin", request("/").headers(), new byte[0], "127.0.0.1")
                .header("x-forwarded-prefix", prefix);
        assertThat(auth.handle(sent).text())
                .contains(APP + "/auth/signin/op")
                .doesNotContain("evil")
                .doesNotContain(APP + "/app");
    }

    @ParameterizedTest
    @ValueSource(strings = {"app", "//app", "/a//b", "/a/../b", "/.", "/a b", "/a%2fb", "/a?b", "/a;b", "/ä", "/a\r\n"})
    void a_prefix_that_is_not_one_clean_path_is_an_error(String prefix) {
        assertThatThrownBy(() -> auth(config -> config.strippedPrefix(prefix)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("strippedPrefix must be the path that the proxy removes, such as /app");
    }

    @Test
    void a_URL_outside_of_the_prefix_is_an_error() {
        assertThatThrownBy(() -> auth(config -> config.url(APP + "/other").strippedPrefix("/app")))
                .hasMessageContaining("url has the path /other, which doesn't begin with strippedPrefix /app");
    }

    @Test
    void the_prefix_comes_from_the_environment_too() {
        var config = config().env(name -> name.equals("AUTH_STRIPPED_PREFIX") ? "/app/" : null)
                .build();
        assertThat(config.basePath()).isEqualTo("/auth");
        assertThat(config.describe()).containsEntry("strippedPrefix", "/app").containsEntry("basePath", "/auth");
    }

    private static HttpHandler withoutPrefix(Auth auth) {
        return request -> {
            var target = request.target();
            if (!target.startsWith("/app")) return Response.of(404);
            var rest = target.substring("/app".length());
            return auth.handle(Request.of(
                    request.method(),
                    request.scheme(),
                    rest.isEmpty() ? "/" : rest,
                    request.headers(),
                    request.body(),
                    request.remoteAddress()));
        };
    }

    private static Request request(String target) {
        return Request.get(APP + target).header("accept", "text/html");
    }

    private Auth auth(UnaryOperator<AuthConfig.Builder> change) {
        return Auth.of(change.apply(config()).build());
    }

    private AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .url(APP)
                .secret(SECRET)
                .clock(clock)
                .http(op)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}
                })
                .adapter(new dev.cardea.adapter.InMemoryAdapter())
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                        .clientId("app")
                        .clientSecret("app-secret"))
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"));
    }
}
