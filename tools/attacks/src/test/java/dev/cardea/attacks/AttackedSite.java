package dev.cardea.attacks;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Admission;
import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.Budget;
import dev.cardea.limit.Limit;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.token.Secrets;
import dev.cardea.webauthn.Passkey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A site on the JDK's server with a provider, credentials and a protected page, and with the pages of development mode. A
 * test weakens it: by a change of its
 * configuration, or by a {@link Weakness} that stands before it and undoes one defence.
 */
final class AttackedSite implements AutoCloseable {
    static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    static final String PROTECTED = "/account";
    static final String USER = "ada@example.com";
    static final String PASSWORD = "correct horse";
    static final String HOOKS = "/auth/hooks/";

    /** All attacks come from one client, so that what is counted by client leaves room for them. */
    static final RateLimits LIMITS = RateLimits.DEFAULT
            .limit(Budget.SIGN_IN_STARTS, new Limit(2_000, Duration.ofSeconds(1)))
            .limit(Budget.MAILS_BY_CLIENT, new Limit(2_000, Duration.ofSeconds(1)));

    /** The host of the target in absolute form that is being answered, which the JDK's host ignores. */
    private static final ThreadLocal<Optional<String>> TARGET_HOST = ThreadLocal.withInitial(Optional::empty);

    /** The site that is being started on this thread. */
    private static final ThreadLocal<AttackedSite> STARTED = new ThreadLocal<>();

    /** Undoes a defence: it changes requests before the site sees them, or answers before they are sent. */
    interface Weakness {
        Weakness NONE = (request, site) -> site.handle(request);

        Response answer(Request request, HttpHandler site);
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(8);

    private final DevelopmentDouble development = new DevelopmentDouble();

    private AttackedSite(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
    }

    /** Starts a site with all defences on. */
    static AttackedSite start() {
        return start(config -> config, Weakness.NONE);
    }

    static AttackedSite start(Weakness weakness) {
        return start(config -> config, weakness);
    }

    static AttackedSite start(UnaryOperator<AuthConfig.Builder> change) {
        return start(change, Weakness.NONE);
    }

    static AttackedSite start(UnaryOperator<AuthConfig.Builder> change, Weakness weakness) {
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var site = new AttackedSite(server);
            STARTED.set(site);
            var development = site.development;
            var pages = pages(Auth.of(change.apply(config(development)).build()), development);
            var handler = TestHost.of(request -> weakness.answer(request, pages));
            server.createContext("/", exchange -> {
                TARGET_HOST.set(Optional.ofNullable(exchange.getRequestURI().getAuthority()));
                handler.handle(exchange);
            });
            server.start();
            return site;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the host of the target in absolute form, for a weakness; empty where the target is a path. */
    static Optional<String> targetHost() {
        return TARGET_HOST.get();
    }

    DevelopmentDouble development() {
        return development;
    }

    /** Returns the site that a test on this thread started last. */
    static AttackedSite started() {
        return STARTED.get();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** Returns the attacks on this site, with all that they can be given. */
    Attacks attacks() {
        return Attacks.against(url())
                .secrets(Secrets.of(SECRET))
                .protectedPath(PROTECTED)
                .user(USER, PASSWORD);
    }

    private static HttpHandler pages(Auth auth, DevelopmentDouble development) {
        var guard = auth.guard().protect(PROTECTED);
        return request -> {
            if (request.path().startsWith(DevelopmentDouble.PATH)) return development.handle(request);
            if (request.path().equals(HOOKS + "describe")) return describe(request);
            var admission = guard.admit(request, request.path());
            if (admission instanceof Admission.Page page) {
                return page.visitor().keep(Response.of(200, "text/plain", text(request)));
            }
            return admission instanceof Admission.Denial denial
                    ? denial.response()
                    : development.toItsPage(((Admission.Route) admission).answer(request));
        };
    }

    /** Describes the hooks of the site, which has none, to calls that its core signed. */
    private static Response describe(Request request) {
        var signature = request.header(HookCalls.HEADER).orElse("v2.0.0.");
        var parts = signature.split("\\.");
        var at = Instant.ofEpochSecond(Long.parseLong(parts[1]));
        boolean isNow = Duration.between(at, Instant.now()).abs().toMinutes() < 5;
        return isNow && signature.equals(HookCalls.signature(SECRET, "describe", request.body(), at, parts[2]))
                ? Response.json(200, "{\"callbacks\":[],\"events\":[]}")
                : Response.json(401, "{\"error\":\"the signature is wrong\"}");
    }

    /** Returns the call of a hook as the core signs it. */
    static Request signedHook(Request request) {
        var signature = HookCalls.signature(SECRET, "describe", request.body(), Instant.now());
        return request.headers(request.headers().set(HookCalls.HEADER, signature));
    }

    private static String text(Request request) {
        return request.path().equals(PROTECTED) ? "the balance" : "any page";
    }

    private static AuthConfig.Builder config(DevelopmentDouble development) {
        var ada = development.rows().createUser(User.of(null, "Ada", USER));
        return AuthConfig.builder()
                .adapter(development.store())
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret(SECRET)
                .session(SessionOptions.jwt())
                .bridge(true)
                .rateLimits(LIMITS)
                .http(development.provider())
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {}

                    @Override
                    public void warn(String code) {}
                })
                .provider(OAuthProvider.oidc(DevelopmentDouble.PROVIDER, "Demo ID", DevelopmentDouble.ISSUER)
                        .clientId(DevelopmentDouble.CLIENT.id())
                        .clientSecret(DevelopmentDouble.CLIENT.secret())
                        .checks(Check.PKCE, Check.STATE, Check.NONCE))
                .provider(EmailProvider.of("email", development.inbox()).name("Email"))
                .provider(Passkey.provider())
                .provider(CredentialsProvider.of((credentials, request) -> USER.equals(credentials.text("username"))
                                        && PASSWORD.equals(credentials.text("password"))
                                ? Optional.of(ada)
                                : Optional.empty())
                        .databaseSessions(true)
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password")));
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
