package dev.cardea;

import dev.cardea.action.AuthAction;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Redirect;
import dev.cardea.action.RequestPath;
import dev.cardea.action.SessionRead;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.error.AuthException;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Decision;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.SitePaths;
import dev.cardea.internal.engine.Assembly;
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.MisconfiguredResponder;
import dev.cardea.internal.engine.SharedState;
import dev.cardea.model.Login;
import dev.cardea.model.Session;
import dev.cardea.module.ObserverModule;
import dev.cardea.module.PageRequest;
import dev.cardea.module.SiteContext;
import dev.cardea.observe.Observer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in, sessions and account storage for a web application: a function from a request to a response. Safe for
 * concurrent use, and immutable but for {@link #addObserver} and the context paths that {@link Guard#at} announces.
 *
 * <pre>{@code
 * var auth = Auth.of(config);
 * Response answer = auth.handle(request);            // everything below the base path
 * Optional<Session> who = auth.session(request);     // anywhere else
 * }</pre>
 *
 * <p>The answer to "who is signed in?" is a session, empty, or an exception. A broken configuration or a store that is
 * down throws an exception, and never looks like "signed out".
 */
public final class Auth implements HttpHandler {
    private final Function<Request, AuthEngine> engines;
    /** The one for all requests; {@code null} if each has its own. */
    private final @Nullable AuthEngine single;

    private final SharedState shared;
    private final BooleanSupplier health;
    private final String contextPath;
    private final Function<String, Auth> moved;

    /** By the context path at which a framework integration serves this object. */
    private final Map<String, Auth> served = new ConcurrentHashMap<>();

    private Auth(
            Function<Request, AuthEngine> engines,
            @Nullable AuthEngine single,
            SharedState shared,
            BooleanSupplier health,
            String contextPath,
            Function<String, Auth> moved) {
        this.engines = engines;
        this.single = single;
        this.shared = shared;
        this.health = health;
        this.contextPath = contextPath;
        this.moved = moved;
    }

    /**
     * Makes an {@code Auth} with one configuration.
     *
     * @throws ConfigurationException if a provider has no client ID or no client secret, which only a configuration for
     *     each request can set later
     */
    public static Auth of(AuthConfig config) {
        return of(config, new SharedState(), "");
    }

    private static Auth of(AuthConfig config, SharedState shared, String contextPath) {
        var missing = config.missingCredentials();
        if (!missing.isEmpty()) throw new ConfigurationException(missing);
        var engine = Assembly.engine(config.settings(), contextPath, false, shared);
        return new Auth(
                request -> engine, engine, shared, engine::isHealthy, contextPath, path -> of(config, shared, path));
    }

    /**
     * Makes an {@code Auth} with {@code config.build()}.
     *
     * @throws ConfigurationException if the configuration is invalid, or a provider has no client ID or client secret
     */
    public static Auth of(AuthConfig.Builder config) {
        return of(config.build());
    }

    /**
     * Makes an {@code Auth} that uses a configuration for each request (Auth.js: lazy initialization). The function
     * returns the same object for the same tenant: Cardea keeps what it builds from a configuration as long as the
     * object lives. If the function throws, or the configuration is invalid, only that request fails. A provider
     * without a client ID or secret only fails its own sign-ins, so a tenant can leave it out. All configurations share
     * the counters of rate limits, unless one sets its own.
     *
     * @param config is called once for each request, from many threads at the same time. A framework that reads bodies
     *     asynchronously calls it before the body has arrived, so decide by method, URL and headers
     */
    public static Auth of(Function<Request, AuthConfig> config) {
        var shared = new SharedState();
        return of(config, new EnginesByConfig(shared), shared, "");
    }

    private static Auth of(
            Function<Request, AuthConfig> config, EnginesByConfig engines, SharedState shared, String contextPath) {
        return new Auth(
                request -> engines.of(config.apply(request), contextPath),
                null,
                shared,
                engines::isLastHealthy,
                contextPath,
                path -> of(config, engines, shared, path));
    }

    /**
     * Returns a copy for an application that its framework serves below a path, such as {@code /shop}, for framework
     * integrations. Requests have the path, and unless a base path was set, the routes, own pages and the logo are
     * below it: {@code /shop/auth}. The copy has the observers of this object, and shares its counters
     * of rate limits.
     *
     * @param path empty, or {@code /}, for an application at the root
     */
    public Auth at(String path) {
        var context = SitePaths.contextPath(path);
        return context.equals(contextPath) ? this : moved.apply(context);
    }

    /**
     * Returns a copy with another configuration, for an application that reloads its settings. The copy keeps the
     * counters of rate limits in memory, what modules recorded, and the observers that were added. This object keeps
     * its configuration, and requests that it is handling continue.
     *
     * @throws ConfigurationException if a provider has no client ID or no client secret
     */
    public Auth withConfig(AuthConfig config) {
        return of(config, shared, contextPath);
    }

    /** Handles a request under the base path. Never throws for what a visitor sent. */
    @Override
    public Response handle(Request request) {
        return lookup(request).handle(request);
    }

    /**
     * Returns what a module keeps of the requests of this object and of its copies, for {@link ObserverModule modules that
     * observe}.
     *
     * @return empty if no module on the class path keeps an object of this class
     */
    public <T extends ObserverModule.Memory> Optional<T> observer(Class<T> kind) {
        return shared.modules().find(kind);
    }

    /**
     * Adds an observer to those of the configuration, for framework integrations that find it after the application has
     * created this object. It receives the steps of requests that arrive from now on, by every configuration. An
     * observer that was added, or that the configuration has, is not added again.
     */
    public void addObserver(Observer observer) {
        shared.observers().add(observer);
    }

    /**
     * Returns whether the store responds, for the health checks of frameworks and load balancers; {@code true} without
     * a store. Looks up a user that does not exist, and waits for it. The log gets one line when the store stops
     * responding, and one when it responds again.
     *
     * <p>With a configuration for each request, this is the store of the last request.
     */
    public boolean isHealthy() {
        return health.getAsBoolean();
    }

    /** Returns internal responses, and throws errors as exceptions (Auth.js: {@code raw}). */
    public Raw raw() {
        return new Raw();
    }

    /** Answers for code that writes cookies and redirects itself. */
    public final class Raw {
        private Raw() {}

        /** @throws AuthException if the request is rejected */
        public InternalResponse handle(Request request) {
            return logged(request).raw(request);
        }

        /** A rejected configuration is logged as well as thrown. */
        private AuthEngine logged(Request request) {
            try {
                return engine(request);
            } catch (ConfigurationException e) {
                MisconfiguredResponder.of(e).log();
                throw e;
            }
        }
    }

    /**
     * Returns the session of the signed-in user, with the user's id; empty if no user is signed in. Runs the callbacks,
     * and does not extend the session: without {@link #read}, {@link #wrap} or a framework integration, a session ends
     * {@code maxAge} after it began.
     *
     * @throws ConfigurationException if the configuration is broken
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws AuthException if a callback failed; it is then unknown whether the visitor is signed in
     */
    public Optional<Session> session(Request request) {
        return engine(request).serverActions().session(request);
    }

    /**
     * Returns what {@link #session} returns, but always asks the store whether the session was ended. Call it before
     * something dangerous, and from time to time while a WebSocket is open. With the strategy {@code jwt}, it is the same
     * as {@link #session}.
     *
     * @throws ConfigurationException if the configuration is broken
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws AuthException if a callback failed; it is then unknown whether the visitor is signed in
     */
    public Optional<Session> confirmed(Request request) {
        return engine(request).serverActions().confirmed(request);
    }

    /**
     * Returns the stored user who is signed in and the id of the session, for pages that change accounts; empty if no user is
     * signed in. Always asks the store whether the session was ended.
     *
     * @throws ConfigurationException if the configuration is broken, or its strategy is {@code jwt}: the store doesn't have
     *     these sessions
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws AuthException if a callback failed; it is then unknown whether the visitor is signed in
     */
    public Optional<Login> login(Request request) {
        return engine(request).accountActions().login(request);
    }

    /**
     * Returns what {@link #session} returns, with the cookies to send. Cookies are present if the session is older than
     * {@code updateAge}, if the {@code jwt} callback changed its claims, and if the session has ended. In these cases,
     * answer with {@code Cache-Control: private, no-store}. {@link #wrap} does all of this.
     *
     * @throws ConfigurationException if the configuration is broken
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     * @throws AuthException if a callback failed; it is then unknown whether the visitor is signed in
     */
    public SessionRead read(Request request) {
        return engine(request).serverActions().read(request);
    }

    /**
     * Signs a visitor in from your own code.
     *
     * <p><b>Security:</b> call it only if {@link #isSameOrigin} is {@code true}. Otherwise another site could sign a
     * visitor in to an attacker's account (login CSRF).
     *
     * @throws AuthException if the sign-in is rejected
     */
    public Redirect signIn(Request request, SignIn signIn) {
        return engine(request).serverActions().signIn(request, signIn);
    }

    /**
     * Signs the user out from your own code. Call it only if {@link #isSameOrigin} is {@code true}.
     *
     * @throws AuthException if the store could not end the session
     */
    public Redirect signOut(Request request, SignOut signOut) {
        return engine(request).serverActions().signOut(request, signOut);
    }

    /**
     * Changes the session from your own code (Auth.js: {@code unstable_update}). May change in any release. The {@code
     * jwt} callback receives the data; with database sessions, the {@code session} callback does.
     */
    public SessionRead unstableUpdate(Request request, Session data) {
        return engine(request).serverActions().update(request, data);
    }

    /**
     * Returns the accounts and sessions of the signed-in user; empty if no user is signed in.
     *
     * @throws ConfigurationException if the configuration is broken, or has no adapter
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     */
    public Optional<Accounts> accounts(Request request) {
        return Accounts.of(engine(request), request);
    }

    /**
     * Returns the sessions of any user, for jobs and administrators.
     *
     * @throws ConfigurationException if the configuration has no adapter or its sessions can't be ended. Also if this
     *     {@code Auth} has a configuration for each request: then call {@link #sessions(Request)}
     */
    public Sessions sessions() {
        return new Sessions(single("sessions").accountActions());
    }

    /**
     * Returns the sessions of any user, with the configuration for this request.
     *
     * @throws ConfigurationException if the configuration is broken or has no adapter, or if its sessions can't be ended
     */
    public Sessions sessions(Request request) {
        return new Sessions(engine(request).accountActions());
    }

    /**
     * Returns the site as modules see it without a request, for what they offer jobs and administrators.
     *
     * @throws ConfigurationException if the configuration has no adapter or its sessions can't be ended. Also if this
     *     {@code Auth} has a configuration for each request: then call {@link #site(Request)}
     */
    public SiteContext site() {
        return single("site").accountActions().administeredSite();
    }

    /**
     * Returns the site as modules see it without a visitor, with the configuration for this request.
     *
     * @throws ConfigurationException if the configuration is broken or has no adapter, or if its sessions can't be ended
     */
    public SiteContext site(Request request) {
        return engine(request).accountActions().administeredSite();
    }

    /** @param method that has a variant with a request */
    private AuthEngine single(String method) {
        if (single != null) return single;
        throw new ConfigurationException(
                ErrorType.INVALID_CONFIGURATION,
                "this site has its own configuration for each request; call " + method + "(request) instead");
    }

    /**
     * Returns the passkeys of the signed-in user; empty if no user is signed in, or if the store does not support
     * passkeys.
     *
     * @throws dev.cardea.error.AdapterException if the store doesn't respond
     */
    public Optional<Passkeys> passkeys(Request request) {
        return Passkeys.of(engine(request), request);
    }

    /**
     * Returns a handler that passes the session to yours, and adds the cookies that extend the session to the response.
     */
    public HttpHandler wrap(BiFunction<Request, Optional<Session>, Response> handler) {
        return request -> {
            var visitor = visitor(request);
            return visitor.keep(handler.apply(request, visitor.session()));
        };
    }

    /**
     * Returns a handler that only runs for visitors whom the {@code authorized} callback allows. A visitor who is not
     * signed in is sent to the sign-in page and back, or gets 401 if the request does not accept a page. A signed-in
     * user who is not allowed gets 403. While the store doesn't respond, every visitor gets 503.
     */
    public HttpHandler protect(HttpHandler handler) {
        return request -> {
            var visitor = visitor(request);
            return visitor.refusal(request).orElseGet(() -> visitor.keep(handler.handle(request)));
        };
    }

    /**
     * Returns the guard that decides about each request of a site, for framework integrations. Without patterns it
     * protects nothing.
     *
     * @throws IllegalArgumentException for an invalid pattern; see {@link ProtectedPaths#of(String...)}
     */
    public Guard guard(String... protectedPaths) {
        return guard(ProtectedPaths.of(protectedPaths));
    }

    private Guard guard(ProtectedPaths chosen) {
        return new Guard(
                this::lookup, contextPath, chosen, (path, paths) -> served(path).guard(paths));
    }

    private Auth served(String path) {
        var context = SitePaths.contextPath(path);
        return context.equals(contextPath) ? this : served.computeIfAbsent(context, moved);
    }

    /** Returns the visitor who sent a request, for filters and middleware. Never throws. */
    public Visitor visitor(Request request) {
        return Visitor.of(lookup(request), request);
    }

    /**
     * Returns whether the browser reports that a page of this site, or of an allowed origin, sent the request. Call it
     * before your own handler changes anything for the visitor, and return 403 if it is {@code false}. That stops
     * cross-site request forgery (CSRF).
     *
     * <pre>{@code
     * if (!auth.isSameOrigin(request)) return Response.of(403);
     * }</pre>
     *
     * <p>If the browser sends {@code Sec-Fetch-Site} (Fetch Metadata, section 2.3), that header decides: only {@code
     * same-origin} passes. Older browsers, and all browsers over plain HTTP, send {@code Origin} with a POST: its host
     * and port must be those of this site. A request with neither header fails. That includes requests from sibling
     * domains, links that a visitor opens, and programs. A program sends {@code Origin}, or authenticates without
     * cookies.
     *
     * @throws ConfigurationException if the configuration is broken, or the request's host is not trusted
     */
    public boolean isSameOrigin(Request request) {
        return engine(request).serverActions().isSameOrigin(request);
    }

    /**
     * Returns what the {@code authorized} callback decides about a request, for framework integrations that act on it
     * themselves.
     */
    public Decision authorized(Request request, @Nullable Session session) {
        return engine(request).serverActions().authorized(request, session);
    }

    /**
     * Returns a request for a page of the application as modules see it, for their rules that a handler asks for. It reads
     * nothing yet.
     *
     * @throws ConfigurationException if the configuration is broken
     */
    public PageRequest page(Request request) {
        return engine(request).accountActions().page(request, request);
    }

    /**
     * Returns whether a request is for the routes under the base path, or for the pages of development mode. If so,
     * pass it to {@link #handle}. Never throws: an invalid configuration has a base path too.
     */
    public boolean handles(Request request) {
        return lookup(request).handles(request);
    }

    /**
     * Returns the public URL of an action, at the origin of this request.
     *
     * @throws ConfigurationException if the configuration is broken, or the request's host is not trusted
     */
    public String url(AuthAction action, Request request) {
        return engine(request).serverActions().url(action, request);
    }

    private AuthEngine engine(Request request) {
        return lookup(request).required();
    }

    private EngineLookup lookup(Request request) {
        var here = at(request);
        return EngineLookup.of(request, here.engines, here.contextPath, shared);
    }

    /**
     * Handlers of the application have this object, and need not know the path at which their framework serves it. The
     * framework has decoded the path that it compared.
     */
    private Auth at(Request request) {
        if (served.isEmpty()) return this;
        var path = RequestPath.decoded(request.path());
        var deepest = this;
        for (var copy : served.values()) {
            boolean isFor = SitePaths.isBelow(copy.contextPath, path);
            if (isFor && copy.contextPath.length() > deepest.contextPath.length()) deepest = copy;
        }
        return deepest;
    }
}
