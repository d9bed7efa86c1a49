package dev.cardea.internal.engine;

import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.Redirect;
import dev.cardea.action.RequestPath;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.Decision;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.flow.LinkedAccounts;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.session.ActiveSessions;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.SessionResult;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.internal.session.SessionStrategy.Reissue;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an application asks for in code, rather than a browser by a route. */
public final class ServerActions {
    private final AuthEngine engine;
    private final Settings settings;
    private final Site site;
    private final SignInMethods signInMethods;
    private final OriginGate originGate;

    public ServerActions(AuthEngine engine) {
        this.engine = engine;
        settings = engine.settings;
        site = engine.site;
        signInMethods = engine.signInMethods;
        originGate = engine.originGate;
    }

    /** Who came with a request: its origin, the name of its session cookie, and what reading it gave. */
    public record OpenedSession(String origin, String cookieName, SessionResult read) {}

    /** Reads the session for a page. A prefetch may never be shown, so it prolongs nothing. */
    public OpenedSession open(Request http) {
        return open(http, isPrefetch(http) ? Reissue.NEVER : Reissue.WHEN_DUE);
    }

    private OpenedSession open(Request http, Reissue reissue) {
        return engine.steps.call(http, () -> {
            var origin = originGate.trustedOrigin(http);
            var cookie = cookie(http, origin);
            return new OpenedSession(
                    origin, cookie.name(), signInMethods.sessions().read(cookie, null, reissue));
        });
    }

    /** Fetch, section 2.1 ({@code Sec-Purpose}); what older browsers and the router of Next send. */
    static boolean isPrefetch(Request http) {
        for (var name : List.of("sec-purpose", "purpose", "x-purpose", "x-moz")) {
            var value = http.header(name).orElse("").toLowerCase(Locale.ROOT);
            if (value.contains("prefetch") || value.contains("preview")) return true;
        }
        return http.headers().has("next-router-prefetch") || http.headers().has("x-middleware-prefetch");
    }

    /** For a caller who cannot send cookies: nothing is prolonged. */
    public Optional<Session> session(Request http) {
        var read = open(http, Reissue.NEVER).read();
        ServerView.requireAnswered(read);
        return Optional.ofNullable(ServerView.of(read));
    }

    public SessionRead read(Request http) {
        var read = open(http).read();
        read.renewal().sent();
        return answered(read);
    }

    public SessionRead update(Request http, Session data) {
        var cookie = cookie(http, originGate.trustedOrigin(http));
        var update = new SessionStrategy.Update(data.claims().asMap());
        return answered(engine.steps.call(http, () -> signInMethods.sessions().read(cookie, update, Reissue.ALWAYS)));
    }

    private static SessionRead answered(SessionResult read) {
        ServerView.requireAnswered(read);
        return new SessionRead(Optional.ofNullable(ServerView.of(read)), read.cookies());
    }

    /** Who is signed in, for what changes accounts and sessions. */
    public Optional<CurrentLogin> currentLogin(Request http) {
        return engine.steps.call(
                http, () -> signInMethods.sessions().current(cookie(http, originGate.trustedOrigin(http))));
    }

    /** @throws dev.cardea.error.ConfigurationException where there is no adapter */
    public LinkedAccounts linkedAccounts() {
        return signInMethods.linkedAccounts();
    }

    /** @throws dev.cardea.error.ConfigurationException where there is no adapter */
    public ActiveSessions activeSessions(Request http) {
        return signInMethods.activeSessions(change -> engine.steps.call(http, () -> {
            change.run();
            return true;
        }));
    }

    public Redirect signIn(Request http, SignIn signIn) {
        var origin = originGate.trustedOrigin(http);
        var back = signIn.redirectTo() == null ? referer(http, origin) : signIn.redirectTo();
        var provider = signIn.provider() == null
                ? null
                : signInMethods.provider(signIn.provider()).orElse(null);
        if (provider == null) {
            return new Redirect(PageAddress.signIn(site, origin, back), List.of());
        }
        boolean isForm = signInMethods.method(provider).traits().start() == Traits.Start.FORM;
        var path = site.paths().received() + (isForm ? "/callback/" : "/signin/") + provider.id();
        var query = signIn.params().isEmpty() ? "" : "?" + Form.encode(signIn.params());
        return dispatch(http, path + query, signIn.fields().with("callbackUrl", back));
    }

    public Redirect signOut(Request http, SignOut signOut) {
        var origin = originGate.trustedOrigin(http);
        var cookie = cookie(http, origin);
        var back = signOut.redirectTo() == null ? referer(http, origin) : signOut.redirectTo();
        var target = Redirects.location(signInMethods.redirects().ask(back, origin), origin);
        if (cookie.token() == null) return new Redirect(target, List.of());
        engine.steps.call(http, () -> {
            signInMethods.signOutFlow().end(cookie, true);
            return target;
        });
        return new Redirect(target, cookie.clear());
    }

    /** Dispatches a post for which the caller vouches: it needs no token. */
    private Redirect dispatch(Request http, String target, Claims fields) {
        var post = Request.of("POST", http.scheme(), target, http.headers(), new byte[0], http.remoteAddress())
                .headers(http.headers().set("content-type", "application/json"))
                .body(fields.toJson());
        var answer = engine.steps.call(
                http, () -> engine.dispatchForServer(originGate.accept(post)).orThrow());
        return new Redirect(Objects.requireNonNull(answer.redirect()), answer.cookies());
    }

    private static String referer(Request http, String origin) {
        return http.header("referer")
                .flatMap(WebUrl::parse)
                .filter(url -> url.origin().equals(origin))
                .map(WebUrl::toString)
                .orElse("/");
    }

    public boolean isSameOrigin(Request http) {
        try {
            return CrossSitePost.isSameOrigin(http, originGate.trustedOrigin(http), settings.allowedOrigins);
        } catch (BadRequestException e) {
            return false;
        }
    }

    public Decision authorized(Request http, @Nullable Session session) {
        return settings.callbacks.authorized().apply(new AuthorizedParams(session, http));
    }

    /** The answer to a visitor who may not see a page, or {@code null} for one who may. */
    public @Nullable Response authorize(Request http, @Nullable Session session, String origin) {
        var decision = authorized(http, session);
        var sent = site.paths().asSent(http);
        if (decision instanceof Decision.Respond respond) return respond.response();
        if (decision instanceof Decision.RedirectTo to) {
            return refused(Response.redirect(Redirects.location(to.url(), origin)));
        }
        if (decision instanceof Decision.Allow) return null;
        if (decision instanceof Decision.Forbid) return forbidden(http, session, origin);
        if (isAt(PageAddress.signIn(site), sent, origin)) return null;
        // To sign in again would not help, and leads back here.
        if (session != null) return forbidden(http, session, origin);
        if (!http.method().equals("GET") || !ForbiddenResponder.acceptsPage(http)) {
            return refused(Response.json(401, "{\"error\":\"not signed in\"}"));
        }
        return refused(Response.redirect(PageAddress.signIn(site, origin, origin + WebUrl.escape(sent.target()))));
    }

    /**
     * Whether a request is for this page, whatever its query: a sign-in page behind a protected pattern would be answered by a
     * redirect to itself.
     */
    private static boolean isAt(String page, Request http, String origin) {
        return WebUrl.parse(Redirects.location(page, origin))
                .filter(url -> url.origin().equals(origin))
                .filter(url -> readable(url.path()).equals(readable(http.path())))
                .isPresent();
    }

    /** Decoded, and without the slash that some routers add. */
    private static String readable(String path) {
        var decoded = RequestPath.decoded(path);
        return decoded.length() > 1 && decoded.endsWith("/") ? decoded.substring(0, decoded.length() - 1) : decoded;
    }

    public Response forbidden(Request http, @Nullable Session session, String origin) {
        return ResponseWriter.write(ForbiddenResponder.answer(settings, site, http, session, origin), false);
    }

    private static Response refused(Response answer) {
        return answer.header("X-Content-Type-Options", "nosniff");
    }

    /** The signed-in user with what their passkeys are read from; empty where the store keeps none. */
    public Optional<PasskeyOwner> passkeyOwner(Request http) {
        var origin = originGate.trustedOrigin(http);
        return signInMethods.passkeyOwner(cookie(http, origin), origin, http);
    }

    public String url(AuthAction action, Request http) {
        return originGate.trustedOrigin(http) + site.paths().basePath() + "/" + action.wire();
    }

    private SessionCookie cookie(Request http, String origin) {
        return SessionCookie.read(originGate.cookies(origin), http.cookies());
    }
}
