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
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.CrossSitePost;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.flow.SignOutFlow;
import dev.cardea.internal.session.SessionResult;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.internal.session.SessionStrategy.Reissue;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an application asks for in code, rather than a browser by a route. */
public final class ServerActions {
    private final Site site;
    private final OriginGate originGate;
    private final RequestSteps steps;
    private final SessionStrategy sessions;
    private final SignInMethods methods;
    private final Redirects redirects;
    private final SignOutFlow signOutFlow;
    private final FederatedLogout federatedLogout;
    private final AccountActions accounts;
    private final RequestDispatcher dispatcher;

    /** @param dispatcher asks for no token */
    ServerActions(
            Site site,
            OriginGate originGate,
            RequestSteps steps,
            SessionStrategy sessions,
            SignInMethods methods,
            Redirects redirects,
            SignOutFlow signOutFlow,
            FederatedLogout federatedLogout,
            AccountActions accounts,
            RequestDispatcher dispatcher) {
        this.site = site;
        this.originGate = originGate;
        this.steps = steps;
        this.sessions = sessions;
        this.methods = methods;
        this.redirects = redirects;
        this.signOutFlow = signOutFlow;
        this.federatedLogout = federatedLogout;
        this.accounts = accounts;
        this.dispatcher = dispatcher;
    }

    /** Who came with a request: its origin, the name of its session cookie, and what reading it gave. */
    public record OpenedSession(String origin, String cookieName, SessionResult read) {}

    /** Reads the session for a page. A prefetch may never be shown, so it prolongs nothing. */
    public OpenedSession open(Request http) {
        return open(http, Prefetch.is(http) ? Reissue.NEVER : Reissue.WHEN_DUE);
    }

    private OpenedSession open(Request http, Reissue reissue) {
        return steps.call(http, () -> {
            var origin = originGate.trustedOrigin(http);
            var cookie = originGate.sessionCookie(http, origin);
            return new OpenedSession(origin, cookie.name(), sessions.read(cookie, null, reissue));
        });
    }

    /** For a caller who cannot send cookies: nothing is prolonged. */
    public Optional<Session> session(Request http) {
        var read = open(http, Reissue.NEVER).read();
        ServerView.requireAnswered(read);
        return Optional.ofNullable(ServerView.of(read));
    }

    /** From the store each time, if it knows. */
    public Optional<Session> confirmed(Request http) {
        var read = steps.call(
                http, () -> sessions.confirmed(originGate.sessionCookie(http, originGate.trustedOrigin(http))));
        ServerView.requireAnswered(read);
        return Optional.ofNullable(ServerView.of(read));
    }

    public SessionRead read(Request http) {
        var read = open(http).read();
        read.renewal().sent();
        return answered(read);
    }

    public SessionRead update(Request http, Session data) {
        var cookie = originGate.sessionCookie(http, originGate.trustedOrigin(http));
        var update = new SessionStrategy.Update(data.claims().asMap());
        return answered(steps.call(http, () -> sessions.read(cookie, update, Reissue.ALWAYS)));
    }

    private static SessionRead answered(SessionResult read) {
        ServerView.requireAnswered(read);
        return new SessionRead(Optional.ofNullable(ServerView.of(read)), read.cookies());
    }

    public Redirect signIn(Request http, SignIn signIn) {
        var origin = originGate.trustedOrigin(http);
        var back = signIn.redirectTo() == null ? referer(http, origin) : signIn.redirectTo();
        return methods.target(signIn, site.paths().received())
                .map(target -> dispatch(http, target, signIn.fields().with("callbackUrl", back)))
                .orElseGet(() -> new Redirect(PageAddress.signIn(site, origin, back), List.of()));
    }

    public Redirect signOut(Request http, SignOut signOut) {
        var origin = originGate.trustedOrigin(http);
        var cookie = originGate.sessionCookie(http, origin);
        var back = signOut.redirectTo() == null ? referer(http, origin) : signOut.redirectTo();
        var target = Redirects.location(redirects.ask(back, origin), origin);
        if (cookie.token() == null) return new Redirect(target, List.of());
        steps.call(http, () -> {
            signOutFlow.end(cookie, true);
            return target;
        });
        var next = federatedLogout.begin(origin, originGate.cookies(origin), target, signOut.isFederated());
        var cookies = new ArrayList<>(cookie.clear());
        cookies.addAll(next.cookies());
        return new Redirect(next.to(), cookies);
    }

    /** Dispatches a post for which the caller vouches: it needs no token. */
    private Redirect dispatch(Request http, String target, Claims fields) {
        var post = SignInMethods.post(http, target, fields);
        var answer = steps.call(
                http, () -> dispatcher.dispatch(originGate.accept(post)).orThrow());
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
            return CrossSitePost.isSameOrigin(http, originGate.trustedOrigin(http), site.settings().allowedOrigins);
        } catch (BadRequestException e) {
            return false;
        }
    }

    public Decision authorized(Request http, @Nullable Session session) {
        return authorized(http, http, session);
    }

    private Decision authorized(Request visitor, Request http, @Nullable Session session) {
        var params = new AuthorizedParams(session, http, accounts.page(visitor, http));
        return site.settings().callbacks.authorized().apply(params);
    }

    /**
     * The answer to a visitor who may not see a page, or {@code null} for one who may.
     *
     * @param visitor the request with the cookies; {@code http} is the one for the page
     */
    public @Nullable Response authorize(Request visitor, Request http, @Nullable Session session, String origin) {
        var decision = authorized(visitor, http, session);
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
        return ResponseWriter.write(ForbiddenResponder.answer(site, http, session, origin), false);
    }

    private static Response refused(Response answer) {
        return answer.header("X-Content-Type-Options", "nosniff");
    }

    public String url(AuthAction action, Request http) {
        return originGate.trustedOrigin(http) + site.paths().basePath() + "/" + action.wire();
    }
}
