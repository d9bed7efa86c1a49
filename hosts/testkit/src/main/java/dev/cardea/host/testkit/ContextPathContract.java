package dev.cardea.host.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.AuthAction;
import dev.cardea.action.SignIn;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.PagesOptions;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Network;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The promises of a host that serves an application below a context path, which only the framework's own setting says.
 * The application is at {@link #PATH} and has the page {@code /account}, which answers {@link #INSIDE} behind a protected
 * path of Cardea.
 */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class ContextPathContract {
    public static final String PATH = "/app";
    public static final String INSIDE = "inside";

    private final Inbox inbox = new Inbox();
    private final IdentityProvider op = IdentityProvider.at(
                    "https://op.example", Clock.systemUTC(), Randomness.secure())
            .signsIn(Person.of("ada", "Ada Lovelace", "ada@example.com"))
            .client(Client.of("app", "app-secret"));
    private volatile AuthConfig config = config().build();
    private final Auth auth = Auth.of(request -> config);
    private @Nullable ServedSite served;

    /** Serves the application on a free port of 127.0.0.1, below {@link #PATH}. */
    protected abstract ServedSite start(Auth auth) throws Exception;

    @BeforeAll
    final void startHost() throws Exception {
        served = start(auth);
    }

    @AfterAll
    final void stopHost() throws Exception {
        if (served != null) served.stop().close();
    }

    @BeforeEach
    final void startAnew() {
        with(it -> it);
    }

    @Test
    void a_visitor_signs_in_and_out_below_the_context_path() {
        var browser = browser();
        var page = browser.open(at("/app/auth/signin?callbackUrl=%2Fapp%2Faccount"))
                .press("Sign in with Demo ID");
        assertThat(page.url()).isEqualTo(at("/app/account"));
        assertThat(page.text()).isEqualTo(INSIDE);
        assertThat(browser.open(at("/app/auth/session")).text()).contains("Ada Lovelace");

        browser.open(at("/app/auth/signout")).form().submit();
        assertThat(browser.open(at("/app/auth/session")).text()).isEqualTo("null");
    }

    @Test
    void a_visitor_without_a_destination_ends_at_the_application() {
        var page = browser().open(at("/app/auth/signin")).press("Sign in with Demo ID");
        assertThat(page.url()).startsWith(at("/app"));
    }

    @Test
    void a_sign_in_link_leads_below_the_context_path() {
        var browser = browser();
        browser.open(at("/app/auth/signin"))
                .form("Sign in with Email")
                .fill("email", "grace@example.com")
                .submit();
        var link = inbox.last("grace@example.com").orElseThrow().url();
        assertThat(link).startsWith(at("/app/auth/callback/email?"));
        browser.open(link);
        assertThat(browser.open(at("/app/auth/session")).text()).contains("grace@example.com");
    }

    @Test
    void a_protected_page_sends_to_the_sign_in_page_and_back() {
        var page = send("/app/account", Map.of("Accept", "text/html"));
        assertThat(page.header("Location"))
                .hasValue(at("/app/auth/signin?callbackUrl=")
                        + at("/app/account").replace(":", "%3A").replace("/", "%2F"));
        assertThat(send("/app/account", Map.of()).status()).isEqualTo(401);
    }

    @Test
    void pages_of_the_application_are_below_the_context_path() {
        with(it -> it.pages(PagesOptions.NONE.signIn("/login")));
        assertThat(send("/app/account", Map.of("Accept", "text/html"))
                        .header("Location")
                        .orElseThrow())
                .startsWith(at("/app/login?callbackUrl="));
    }

    @Test
    void handlers_of_the_application_call_the_same_object() {
        send("/app/account", Map.of());
        var request = Request.get(at("/app/account"));
        assertThat(auth.url(AuthAction.SIGNIN, request)).isEqualTo(at("/app/auth/signin"));
        assertThat(auth.signIn(request, SignIn.with("op")).to())
                .contains(at("/app/auth/callback/op").replace(":", "%3A").replace("/", "%2F"));
    }

    @Test
    void no_route_is_outside_of_the_context_path() {
        assertThat(send("/auth/session", Map.of()).status()).isNotEqualTo(200);
        assertThat(send("/app/app/auth/session", Map.of()).status()).isNotEqualTo(200);
    }

    @Test
    void a_base_path_that_was_set_wins() {
        with(it -> it.basePath("/app/login"));
        assertThat(send("/app/login/providers", Map.of()).text()).contains(at("/app/login/callback/op"));
        assertThat(send("/app/auth/providers", Map.of()).status()).isNotEqualTo(200);
    }

    private void with(UnaryOperator<AuthConfig.Builder> change) {
        config = change.apply(config()).build();
    }

    private AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .http(op)
                .adapter(new InMemoryAdapter())
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                        .clientId("app")
                        .clientSecret("app-secret"))
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"));
    }

    private Browser browser() {
        return Browser.of(Origins.of(at(""), Network.INSTANCE).and(op));
    }

    private Response send(String path, Map<String, String> headers) {
        var request = Request.get(at(path));
        for (var header : headers.entrySet()) request = request.header(header.getKey(), header.getValue());
        return Network.INSTANCE.handle(request);
    }

    private String at(String path) {
        return "http://127.0.0.1:" + (served == null ? 0 : served.port()) + path;
    }
}
