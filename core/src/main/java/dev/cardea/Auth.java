package dev.cardea;

import dev.cardea.action.AuthAction;
import dev.cardea.action.BadRequestException;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Redirect;
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
import dev.cardea.internal.engine.AuthEngine;
import dev.cardea.internal.engine.MisconfiguredResponder;
import dev.cardea.limit.InMemoryRateLimiter;
import dev.cardea.limit.RateLimiter;
import dev.cardea.model.Session;
import dev.cardea.recorder.Recorder;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in, sessions and account storage for a web application: a function from a request to a response. Immutable and
 * safe for concurrent use.
 *
 * <pre>{@code
 * var auth = Auth.of(config);
 * Response answer = auth.handle(request);            // everything below the base path
 * Optional<Session> who = auth.session(request);     // anywhere else
 * }</pre>
 *
 * <p>Who is signed in is never anything but a session, nothing, or an exception: a broken configuration or a store that
 * is down never looks like a session.
 */
public final class Auth implements HttpHandler {
    private final Function<Request, AuthEngine> engines;
    private final Recorder recorder;
    private final @Nullable RateLimiter counter;

    private Auth(Function<Request, AuthEngine> engines, Recorder recorder, @Nullable RateLimiter counter) {
        this.engines = engines;
        this.recorder = recorder;
        this.counter = counter;
    }

    /** With one configuration. */
    public static Auth of(AuthConfig config) {
        return of(config, new Recorder(), new InMemoryRateLimiter(config.settings().clock));
    }

    private static Auth of(AuthConfig config, Recorder recorder, RateLimiter counter) {
        var engine = new AuthEngine(config.settings(), false, counter, recorder);
        return new Auth(request -> engine, recorder, counter);
    }

    /** With {@code config.build()}. */
    public static Auth of(AuthConfig.Builder config) {
        return of(config.build());
    }

    /**
     * Uses a configuration for each request (Auth.js: lazy initialization). Return the same object for the same tenant:
     * Cardea keeps what it builds from a configuration as long as the object lives. If the function throws, or the
     * configuration is invalid, only that request gets the answer of a broken configuration. All configurations share
     * one counter of attempts, unless one sets its own.
     */
    public static Auth of(Function<Request, AuthConfig> config) {
        var recorder = new Recorder();
        var engines = new EnginesByConfig(recorder);
        return new Auth(request -> engines.of(config.apply(request)), recorder, null);
    }

    /**
     * Returns the same with another configuration, for an application that reloads its settings. The attempts that were
     * counted in memory, and what was recorded, are kept. This object keeps its configuration, and requests that it
     * answers are not disturbed.
     */
    public Auth withConfig(AuthConfig config) {
        return of(config, recorder, counter == null ? new InMemoryRateLimiter(config.settings().clock) : counter);
    }

    /** Answers a request under the base path. Never throws for what a visitor sent. */
    @Override
    public Response handle(Request request) {
        AuthEngine engine;
        try {
            engine = engines.apply(request);
        } catch (RuntimeException e) {
            return MisconfiguredResponder.of(e).answer(request, recorder, Clock.systemUTC());
        }
        return engine.handle(request);
    }

    /**
     * Returns the recorder of failed sign-ins. It is empty if the configuration switches it off, and knows the requests of
     * this process only.
     */
    public Recorder recorder() {
        return recorder;
    }

    /** Returns internal responses, and throws errors as exceptions (Auth.js: {@code raw}). */
    public Raw raw() {
        return new Raw();
    }

    /** Answers for code that writes cookies and redirects itself. */
    public final class Raw {
        private Raw() {}

        /** @throws AuthException where the request is refused */
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
     * Who is signed in, if anyone; with the user's id. Runs the callbacks and prolongs nothing: use {@link #read} where you
     * can send cookies, or a session ends {@code maxAge} after it began.
     *
     * @throws ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store does not answer
     * @throws AuthException where a callback failed; whether the visitor is signed in is unknown
     */
    public Optional<Session> session(Request request) {
        return engine(request).serverActions().session(request);
    }

    /**
     * As {@link #session}, with the cookies to send. There are some when the session is older than {@code updateAge}, when
     * the {@code jwt} callback changed its claims, and when it is over. Answer with {@code Cache-Control: private, no-store}
     * then; {@link #wrap} does all of this.
     */
    public SessionRead read(Request request) {
        return engine(request).serverActions().read(request);
    }

    /**
     * Signs a visitor in from code. The caller must make sure that the request comes from its own page.
     *
     * @throws AuthException where the sign-in is refused
     */
    public Redirect signIn(Request request, SignIn signIn) {
        return engine(request).serverActions().signIn(request, signIn);
    }

    /**
     * Signs the user out from code.
     *
     * @throws AuthException where the store could not end the session
     */
    public Redirect signOut(Request request, SignOut signOut) {
        return engine(request).serverActions().signOut(request, signOut);
    }

    /**
     * Changes the session from code (Auth.js: {@code unstable_update}; may change in any release). The jwt callback,
     * or with database sessions the session callback, receives the data.
     */
    public SessionRead unstableUpdate(Request request, Session data) {
        return engine(request).serverActions().update(request, data);
    }

    /**
     * Returns the accounts and sessions of the signed-in user; empty if no user is signed in.
     *
     * @throws ConfigurationException where the configuration is broken, or has no adapter
     * @throws dev.cardea.error.AdapterException where the store does not answer
     */
    public Optional<Accounts> accounts(Request request) {
        var actions = engine(request).serverActions();
        var linkedAccounts = actions.linkedAccounts();
        return actions.currentLogin(request)
                .map(login -> new Accounts(
                        login, linkedAccounts, actions.activeSessions(), signIn -> actions.signIn(request, signIn)));
    }

    /**
     * Returns the passkeys of the signed-in user; empty if no user is signed in, or the store does not support
     * passkeys.
     *
     * @throws dev.cardea.error.AdapterException where the store does not answer
     */
    public Optional<Passkeys> passkeys(Request request) {
        return engine(request).serverActions().passkeyOwner(request).map(Passkeys::new);
    }

    /** Wraps a handler: it receives the session, and its answers carry the cookies that prolong the session. */
    public HttpHandler wrap(BiFunction<Request, Optional<Session>, Response> handler) {
        return request -> {
            var visitor = visitor(request);
            return visitor.keep(handler.apply(request, visitor.session()));
        };
    }

    /**
     * A handler for visitors whom the {@code authorized} callback lets through. Others are sent to the sign-in page with a
     * way back, or get 401 where they did not ask for a page. A signed-in user gets 403. While the store is down every
     * visitor gets 503.
     */
    public HttpHandler protect(HttpHandler handler) {
        return request -> {
            var visitor = visitor(request);
            return visitor.refusal(request).orElseGet(() -> visitor.keep(handler.handle(request)));
        };
    }

    /**
     * Returns what decides about each request of a site, for framework integrations. Without patterns it protects nothing.
     *
     * @throws IllegalArgumentException for an invalid pattern; see {@link ProtectedPaths#of(String...)}
     */
    public Guard guard(String... protectedPaths) {
        return new Guard(this::handles, this, this::visitor, ProtectedPaths.of(protectedPaths));
    }

    /** Returns who sent a request, for filters and middleware. Never throws. */
    public Visitor visitor(Request request) {
        return Visitor.of(() -> engine(request), request);
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request. Ask it before your own handler
     * changes anything for the visitor, and answer 403 where it is {@code false}: that stops cross-site request forgery.
     *
     * <pre>{@code
     * if (!auth.isSameOrigin(request)) return Response.of(403);
     * }</pre>
     *
     * <p>{@code Sec-Fetch-Site} (Fetch Metadata, section 2.3) decides where it is sent: only {@code same-origin} passes. Older
     * browsers, and all browsers over plain HTTP, send {@code Origin} with a POST: its host and port must be those of this
     * site. A request with neither header fails. That includes the sibling domains of a site, links that a visitor opens,
     * and programs; a program sends {@code Origin}, or authenticates without cookies.
     *
     * @throws ConfigurationException where the configuration is broken, or the request's host is not trusted
     */
    public boolean isSameOrigin(Request request) {
        return engine(request).serverActions().isSameOrigin(request);
    }

    /** What the {@code authorized} callback says of a request, for hosts that act on it themselves. */
    public Decision authorized(Request request, @Nullable Session session) {
        return engine(request).serverActions().authorized(request, session);
    }

    /**
     * Whether a request is for the routes under the base path, or for the pages of development mode, so that
     * {@link #handle} is to answer it, whatever it answers. Never throws: a refused configuration has a base path too.
     */
    public boolean handles(Request request) {
        try {
            var settings = engine(request).settings;
            return isBelow(settings.basePath, request) || settings.filter.handles(request.path());
        } catch (RuntimeException e) {
            return isBelow(MisconfiguredResponder.of(e).basePath(), request);
        }
    }

    private static boolean isBelow(String basePath, Request request) {
        return request.path().startsWith(basePath + "/");
    }

    /** The public address of an action, as this request's origin has it. */
    public String url(AuthAction action, Request request) {
        return engine(request).serverActions().url(action, request);
    }

    private AuthEngine engine(Request request) {
        try {
            return engines.apply(request);
        } catch (ConfigurationException | BadRequestException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ConfigurationException(
                    ErrorType.INVALID_CONFIGURATION, "the configuration function threw; see the cause", e);
        }
    }
}
