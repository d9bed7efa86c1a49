package dev.cardea.host.testkit;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Callbacks;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The site that a host serves: its configuration, which each test sets, the requests it received, and browsers. */
final class Site {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String SESSION = "authjs.session-token";
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    static final String PASSWORD = "correct horse";
    static final Person ADA = Person.of("ada", "Ada Lovelace", "ada@example.com");

    final Gate gate = new Gate();
    final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    final List<AuthException> log = new CopyOnWriteArrayList<>();
    final List<Claims> credentials = new CopyOnWriteArrayList<>();
    final IdentityProvider op = IdentityProvider.at("https://op.example", clock, Randomness.secure())
            .signsIn(ADA)
            .client(Client.of("app", "app-secret"));

    private final Auth auth = Auth.of(this::configFor);
    private volatile Function<Request, AuthConfig> configs = request -> base().build();
    private volatile @Nullable Request heard;
    private @Nullable Wire wire;

    Auth auth() {
        return auth;
    }

    void isAt(int port) {
        wire = new Wire(port);
    }

    void reset() {
        with(config -> config);
        log.clear();
        credentials.clear();
        heard = null;
    }

    /** Sets the usual configuration with changes. */
    void with(UnaryOperator<AuthConfig.Builder> change) {
        var config = change.apply(base()).build();
        configs = request -> config;
    }

    /**
     * Sets the usual configuration without the password, which does not support database sessions, and with changes.
     */
    void withoutPassword(UnaryOperator<AuthConfig.Builder> change) {
        var config = change.apply(bare()).build();
        configs = request -> config;
    }

    /** Sets a configuration for each request. */
    void by(Function<Request, AuthConfig> function) {
        configs = function;
    }

    /** Returns the last request that the host passed on. */
    Optional<Request> heard() {
        return Optional.ofNullable(heard);
    }

    void forget() {
        heard = null;
    }

    Wire wire() {
        if (wire == null) throw new IllegalStateException("the host has not been started");
        return wire;
    }

    String address() {
        return wire().address();
    }

    Request get(String target) {
        return Request.of("GET", "http", target, headers(), new byte[0], null);
    }

    Request post(String target, String type, String body) {
        return Request.of("POST", "http", target, headers(), body.getBytes(StandardCharsets.UTF_8), null)
                .header("content-type", type);
    }

    Response send(Request request) {
        return wire().handle(request);
    }

    Browser browser() {
        return Browser.of(Origins.of(address(), wire()).and(op), clock);
    }

    /** Returns a browser in which a user has signed in with the password. */
    Browser signedIn(String name) {
        var browser = browser();
        var answer = browser.send(signInPost(browser, name, PASSWORD));
        if (answer.status() != 302
                || browser.cookies(address()).keySet().stream().noneMatch(c -> c.startsWith(SESSION))) {
            throw new AssertionError("the sign-in failed: " + answer.header("Location") + " " + log);
        }
        return browser;
    }

    Request signInPost(Browser browser, String name, String password) {
        var fields = Map.of("csrfToken", csrf(browser), "username", name, "password", password, "callbackUrl", "/me");
        return post("/auth/callback/credentials", FORM, Form.encode(fields));
    }

    /** Returns a fresh token; its cookie is in the browser. */
    String csrf(Browser browser) {
        var text = browser.send(get("/auth/csrf")).text();
        return text.substring(text.indexOf(":\"") + 2, text.lastIndexOf('"'));
    }

    AuthConfig.Builder base() {
        return bare().provider(CredentialsProvider.of((accepted, request) -> {
                    credentials.add(accepted);
                    var name = accepted.text("username");
                    return PASSWORD.equals(accepted.text("password"))
                            ? Optional.of(User.of("id of " + name, name, null))
                            : Optional.empty();
                })
                .field("username", CredentialInput.text("User"))
                .field("password", CredentialInput.password("Password")));
    }

    private AuthConfig.Builder bare() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret(SECRET)
                .session(SessionOptions.jwt())
                .clock(clock)
                .http(op)
                .callbacks(Callbacks.DEFAULT.jwt(Site::renamed))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }
                })
                .provider(OAuthProvider.oidc("op", "Demo ID", op.issuer())
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE));
    }

    /** An update sets a new name. */
    static Claims renamed(JwtParams params) {
        if (params.trigger() != Trigger.UPDATE) return params.token();
        var name = params.session() instanceof Map<?, ?> data
                ? Claims.of(data).get(Claim.text("name")).orElse("")
                : "";
        return params.token().with("name", name);
    }

    private AuthConfig configFor(Request request) {
        heard = request;
        return configs.apply(request);
    }

    private dev.cardea.http.Headers headers() {
        return dev.cardea.http.Headers.of("Host", address().substring("http://".length()));
    }
}
