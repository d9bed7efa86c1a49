package dev.cardea.host.quarkus;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.host.vertx.RequestState;
import dev.cardea.model.Session;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/**
 * The functions for resources; a bean to inject, for the request that is served.
 *
 * <pre>{@code
 * @Inject
 * Cardea cardea;
 *
 * cardea.session().map(session -> session.user().name())
 * }</pre>
 *
 * <p>Before you sign a user in or out, check that a page of this site sent the request ({@link #isSameOrigin});
 * otherwise another site could do so (CSRF).
 */
@RequestScoped
public class Cardea {
    private final RoutingContext ctx;

    @Inject
    Cardea(RoutingContext ctx) {
        this.ctx = ctx;
    }

    /**
     * Returns the session; empty if the visitor is not signed in. Does not block.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public Optional<Session> session() {
        return RequestState.of(ctx).visitor().session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see
     * {@link dev.cardea.Auth#isSameOrigin}. Check it before your own resource signs a user in or out, or changes
     * anything.
     */
    public boolean isSameOrigin() {
        return RequestState.of(ctx).visitor().isSameOrigin();
    }

    /**
     * Signs a user in, or starts a sign-in with a provider; returns the response for the resource.
     *
     * @throws dev.cardea.error.AuthException if the sign-in is rejected
     */
    public Response signIn(SignIn signIn) {
        return answer(signInWithoutRedirect(signIn));
    }

    /**
     * Signs the user out; returns the response for the resource.
     *
     * @throws dev.cardea.error.AuthException if the store could not end the session
     */
    public Response signOut(SignOut signOut) {
        return answer(signOutWithoutRedirect(signOut));
    }

    /** Works as {@link #signIn}, but returns the redirect to the caller; the cookies are set. */
    public Redirect signInWithoutRedirect(SignIn signIn) {
        var visit = waiting();
        var redirect = visit.visitor().signIn(signIn);
        return visit.with(redirect.cookies(), redirect, ctx);
    }

    /** Works as {@link #signOut}, but returns the redirect to the caller; the cookies are set. */
    public Redirect signOutWithoutRedirect(SignOut signOut) {
        var visit = waiting();
        var redirect = visit.visitor().signOut(signOut);
        return visit.with(redirect.cookies(), redirect, ctx);
    }

    /**
     * Changes the session (Auth.js: {@code unstable_update}; may change in any release) and returns the new one. During
     * this request, the session stays the one that it came with.
     */
    public Optional<Session> unstableUpdate(Session data) {
        var visit = waiting();
        var read = visit.visitor().unstableUpdate(data);
        return visit.with(read.cookies(), read.session(), ctx);
    }

    /** Returns the state of the request, on a thread that may block for a store, a provider or a callback. */
    private RequestState waiting() {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new BlockingOperationNotAllowedException(
                    "signing in and out blocks for stores and providers; put @Blocking on the resource's method");
        }
        return RequestState.of(ctx);
    }

    private static Response answer(Redirect redirect) {
        return Response.status(Response.Status.FOUND)
                .header("Location", redirect.to())
                .build();
    }
}
