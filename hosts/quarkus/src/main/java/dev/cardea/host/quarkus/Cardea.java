package dev.cardea.host.quarkus;

import dev.cardea.Accounts;
import dev.cardea.Passkeys;
import dev.cardea.Visitor;
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
     * Returns the accounts and sessions of the signed-in user, for an account page; empty if no user is signed in.
     * Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration has no adapter
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public Optional<Accounts> accounts() {
        return blockingVisitor().accounts();
    }

    /**
     * Returns the passkeys of the signed-in user, for an account page; empty if no user is signed in, or if the store
     * does not support passkeys. Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public Optional<Passkeys> passkeys() {
        return blockingVisitor().passkeys();
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

    /** See {@link Visitor#signIn(SignIn, dev.cardea.http.ResponseHeaders)}. */
    public Redirect signInWithoutRedirect(SignIn signIn) {
        return blockingVisitor().signIn(signIn, RequestState.headers(ctx));
    }

    /** See {@link Visitor#signOut(SignOut, dev.cardea.http.ResponseHeaders)}. */
    public Redirect signOutWithoutRedirect(SignOut signOut) {
        return blockingVisitor().signOut(signOut, RequestState.headers(ctx));
    }

    /** See {@link Visitor#unstableUpdate(Session, dev.cardea.http.ResponseHeaders)}. */
    public Optional<Session> unstableUpdate(Session data) {
        return blockingVisitor().unstableUpdate(data, RequestState.headers(ctx));
    }

    /** Returns the visitor, on a thread that may block for a store, a provider or a callback. */
    private Visitor blockingVisitor() {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new BlockingOperationNotAllowedException(
                    "this waits for a store or a provider; put @Blocking on the resource's method");
        }
        return RequestState.of(ctx).visitor();
    }

    private static Response answer(Redirect redirect) {
        var answer = Response.status(Response.Status.FOUND);
        for (var field : redirect.headers().fields()) answer.header(field.name(), field.value());
        return answer.build();
    }
}
