package dev.cardea.forward;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.config.Env;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.testing.FakeClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A site with forward authentication, a store that can fail, and a proxy at {@value #PROXY}. */
final class ForwardSite {
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    static final String URL = "https://app.example";
    static final String PROXY = "10.0.0.7";
    static final String COOKIE = "__Secure-authjs.session-token";
    static final List<String> HEADERS =
            List.of("Cardea-User-Id", "Cardea-User-Email", "Cardea-User-Name", "Cardea-User-Roles", "Cardea-Identity");

    final InMemoryAdapter rows = new InMemoryAdapter();
    final List<String> storeCalls = new CopyOnWriteArrayList<>();
    final List<AuthException> log = new CopyOnWriteArrayList<>();
    volatile boolean isStoreDown;
    final FakeClock clock = FakeClock.at(Instant.now());

    private final AuthConfig.Builder config = AuthConfig.builder()
            .env(Env.none())
            .url(URL)
            .secret(SECRET)
            .trustedProxies("10.0.0.0/8")
            .adapter(store())
            .clock(clock)
            .logger(new AuthLogger() {
                @Override
                public void error(AuthException error) {
                    log.add(error);
                }
            });

    /** With these rules: {@code /} and {@code /docs/*} are public, {@code /admin/*} needs the role of an administrator. */
    static ForwardAuth rules() {
        return ForwardAuth.of("https://orders.example")
                .publicPaths("/", "/docs/*")
                .rule("/admin/*", "admin", "owner")
                .rule("/docs/internal/*");
    }

    AuthConfig.Builder config() {
        return config.extension(rules());
    }

    Auth auth() {
        return Auth.of(config());
    }

    /** Stores a user with a session, and returns the cookie. */
    String signIn(Claims fields) {
        var user = rows.createUser(User.of(fields));
        return session(user, clock.instant().plus(Duration.ofDays(30)));
    }

    String session(User user, Instant expires) {
        var token = "session-of-" + user.id() + "-" + expires.toEpochMilli();
        rows.createSession(new AdapterSession(token, String.valueOf(user.id()), expires));
        return COOKIE + "=" + token;
    }

    /** What nginx asks for a page. */
    static Request authRequest(String url) {
        return verify("auth-request").header("X-Original-Method", "GET").header("X-Original-URL", url);
    }

    /** What Traefik or Caddy asks for a page. */
    static Request forwardAuth(String uri) {
        return verify("forward-auth")
                .header("X-Forwarded-Method", "GET")
                .header("X-Forwarded-Proto", "https")
                .header("X-Forwarded-Host", "app.example")
                .header("X-Forwarded-Uri", uri);
    }

    /** What Envoy asks for a page. */
    static Request extAuthz(String uri) {
        return verify("ext-authz" + uri);
    }

    static Request verify(String endpoint) {
        return ask("GET", "/auth/verify/" + endpoint, PROXY);
    }

    static Request ask(String method, String target, String peer) {
        return Request.of(method, "http", target, Headers.of("Host", "app.example"), new byte[0], peer);
    }

    static Request page(Request request) {
        return request.header("Accept", "text/html,*/*;q=0.8");
    }

    static List<String> identity(Response answer) {
        return HEADERS.stream()
                .map(name -> String.join("|", answer.headers().all(name)))
                .toList();
    }

    private Adapter store() {
        return (Adapter) Proxy.newProxyInstance(
                ForwardSite.class.getClassLoader(),
                InMemoryAdapter.class.getInterfaces(),
                (self, method, arguments) -> {
                    storeCalls.add(method.getName());
                    if (isStoreDown && !method.getName().equals("storeLocation")) {
                        throw new StoreUnavailableException("the store isn't responding", null);
                    }
                    try {
                        return method.invoke(rows, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
