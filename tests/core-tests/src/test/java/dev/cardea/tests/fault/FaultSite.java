package dev.cardea.tests.fault;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.Trace;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import dev.cardea.token.Randomness;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A site, its identity provider, and one visitor, whose values occur nowhere else. */
final class FaultSite {
    static final String APP = "https://app.example";
    static final String OP = "https://op.example";
    static final String CLIENT = "9.9.9.77";
    static final String CALLBACK = APP + "/auth/callback/op";
    static final String SECRET = "Zq4mVt81-secret-of-the-site-0123456789";
    static final String CLIENT_SECRET = "Kd93xVwe-secret-of-the-client";
    static final String PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1) AppleWebKit/605.1.15 [FBAN/FBIOS;FBAV/489.0]";
    static final String CHROME =
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.7390.54 Safari/537.36";
    static final Person ADA = Person.of("subject-5b8e1f07", "Adelheid Quastenflosser", "Adelheid.Q@post.example")
            .with("email_verified", true)
            .with("picture", "https://pictures.example/p/7f2e9c41.png")
            .with("phone_number", "+49 30 901820 4711")
            .with("birthdate", "1971-11-03")
            .with("address", Map.of("street_address", "Kastanienallee 17b"))
            .with("preferred_username", "quasti1971");

    private static final AuthLogger SILENT = new AuthLogger() {
        @Override
        public void error(AuthException error) {
            // The recorder has it.
        }
    };

    final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    /** The provider's. */
    final FakeClock providerClock = FakeClock.at("2026-05-01T12:00:00Z");

    final IdentityProvider op = IdentityProvider.at(OP, providerClock, Randomness.secure())
            .signsIn(ADA)
            .client(Client.of("app", CLIENT_SECRET).redirectUri(CALLBACK));
    final Inbox inbox = new Inbox();
    final Auth auth;
    final Browser browser;
    /** What the browser reaches at the site's address, and at its provider's. */
    volatile HttpHandler front;

    volatile HttpHandler provider = op;

    volatile String agent = CHROME;
    private final Supplier<AuthConfig> config;
    private volatile @Nullable AuthConfig current;

    private FaultSite(Watch watch, Setup setup) {
        config = () -> setup.configure
                .apply(watch.configure(builder(setup)).provider(setup.provider.apply(op())))
                .build();
        auth = Auth.of(request -> configuration());
        front = request -> request.path().contains("/auth/")
                ? auth.handle(sent(request))
                : Response.of(200, "text/html", "<h1>The application</h1>");
        var web = Origins.of(APP, watch.wire(request -> front.handle(request)))
                .and("https://www.app.example", watch.wire(request -> front.handle(request)))
                .and("http://app.example", watch.wire(request -> front.handle(request)))
                .and(OP, watch.wire(request -> provider.handle(request)));
        this.web = web;
        browser = visitor();
        http = watch.wire(request -> outbound.handle(request));
    }

    private final HttpHandler http;
    private final HttpHandler web;

    /** Returns the browser of another visitor. */
    Browser visitor() {
        return Browser.of(web, clock);
    }

    /** What the site reaches when it calls its provider. */
    volatile HttpHandler outbound = Origins.of(OP, request -> provider.handle(request));

    /** How a site differs from the usual one. */
    static final class Setup {
        private @Nullable String url = APP;
        private String secret = SECRET;
        private @Nullable Adapter adapter = new InMemoryAdapter();
        private UnaryOperator<OAuthProvider> provider = it -> it;
        private UnaryOperator<AuthConfig.Builder> configure = it -> it;

        Setup url(@Nullable String value) {
            url = value;
            return this;
        }

        Setup secret(String value) {
            secret = value;
            return this;
        }

        Setup adapter(@Nullable Adapter value) {
            adapter = value;
            return this;
        }

        Setup provider(UnaryOperator<OAuthProvider> change) {
            provider = change;
            return this;
        }

        Setup configure(UnaryOperator<AuthConfig.Builder> change) {
            configure = change;
            return this;
        }

        FaultSite open(Watch watch) {
            return new FaultSite(watch, this);
        }
    }

    static FaultSite open(Watch watch) {
        return new Setup().open(watch);
    }

    static Setup with(UnaryOperator<AuthConfig.Builder> change) {
        return new Setup().configure(change);
    }

    static OAuthProvider op() {
        return OAuthProvider.oidc("op", "Demo ID", OP)
                .clientId("app")
                .clientSecret(CLIENT_SECRET)
                .checks(Check.PKCE, Check.STATE, Check.NONCE);
    }

    private AuthConfig.Builder builder(Setup setup) {
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret(setup.secret)
                .clock(clock)
                .http(request -> http.handle(request))
                .session(SessionOptions.jwt())
                .logger(SILENT);
        if (setup.url != null) builder.url(setup.url);
        if (setup.adapter != null)
            builder.adapter(setup.adapter)
                    .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"));
        return builder;
    }

    private AuthConfig configuration() {
        var known = current;
        if (known != null) return known;
        known = config.get();
        current = known;
        return known;
    }

    /** Reads the configuration again, as a process does after a change of its file. */
    void reconfigure(UnaryOperator<AuthConfig.Builder> change, Setup setup) {
        current = change.apply(builder(setup).provider(op())).build();
    }

    private Request sent(Request request) {
        return Request.of(
                request.method(),
                request.scheme(),
                request.target(),
                request.headers().set("user-agent", agent),
                request.body(),
                CLIENT);
    }

    Page begin() {
        return browser.open(APP + "/auth/signin?callbackUrl=%2Fdash-3f71%3Fcart%3D99184")
                .press("Sign in with Demo ID");
    }

    /** Begins a sign-in up to the provider's question who the visitor is. */
    Page asked() {
        op.asksWho();
        return begin();
    }

    static Page answer(Page asked) {
        return asked.press("Adelheid Quastenflosser Adelheid.Q@post.example");
    }

    /** Begins a sign-in as the site's own script does, from the page at {@link #APP}. */
    void postSignIn() {
        browser.post(APP + "/auth/signin/op", Map.of("csrfToken", csrfToken(), "callbackUrl", "/dash"));
    }

    void requestLink(String provider, String address) {
        browser.post(APP + "/auth/signin/" + provider, Map.of("csrfToken", csrfToken(), "email", address));
    }

    void post(String path, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put("csrfToken", csrfToken());
        browser.post(APP + path, all);
    }

    private String csrfToken() {
        var answer = browser.open(APP + "/auth/csrf").text();
        return answer.substring(answer.indexOf(":\"") + 2, answer.lastIndexOf('"'));
    }

    /** Returns what was kept of the last failure. */
    Trace failure() {
        var kept = Recorder.of(auth).failures();
        if (kept.isEmpty())
            throw new AssertionError("no failure was recorded, but "
                    + successes().stream()
                            .map(trace -> Explanation.of(trace).text())
                            .toList());
        return kept.get(kept.size() - 1);
    }

    List<Trace> successes() {
        return Recorder.of(auth).successes();
    }
}
