package dev.cardea.host.quarkus;

import dev.cardea.Redirect;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.host.vertx.Visit;
import dev.cardea.model.Session;
import io.quarkus.runtime.BlockingOperationControl;
import io.quarkus.runtime.BlockingOperationNotAllowedException;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.core.Response;
import java.util.Optional;

/**
 * What resources call; a bean to inject, of whatever request is served.
 *
 * <pre>{@code
 * @Inject
 * Cardea cardea;
 *
 * cardea.session().map(session -> session.user().name())
 * }</pre>
 *
 * <p>What signs in or out was posted from a page of this site: that is for the application to make sure of.
 */
@RequestScoped
public class Cardea {
    private final RoutingContext ctx;

    @Inject
    Cardea(RoutingContext ctx) {
        this.ctx = ctx;
    }

    /**
     * Who is signed in, if anyone. Does not wait.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store did not answer
     */
    public Optional<Session> session() {
        return Visit.of(ctx).visitor().session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see {@link
     * dev.cardea.Auth#isSameOrigin}. Ask it before a resource of your own signs in, signs out or changes anything.
     */
    public boolean isSameOrigin() {
        return Visit.of(ctx).visitor().isSameOrigin();
    }

    /**
     * Signs somebody in, or says where they do; the answer for the resource to return.
     *
     * @throws dev.cardea.error.AuthException where the sign-in is refused
     */
    public Response signIn(SignIn signIn) {
        return answer(signInQuietly(signIn));
    }

    /**
     * Signs somebody out; the answer for the resource to return.
     *
     * @throws dev.cardea.error.AuthException where the store could not end the session
     */
    public Response signOut(SignOut signOut) {
        return answer(signOutQuietly(signOut));
    }

    /** As {@link #signIn}, but the redirect is the caller's to send; the cookies are set. */
    public Redirect signInQuietly(SignIn signIn) {
        var visit = waiting();
        var redirect = visit.visitor().signIn(signIn);
        return visit.with(redirect.cookies(), redirect, ctx);
    }

    /** As {@link #signOut}, but the redirect is the caller's to send; the cookies are set. */
    public Redirect signOutQuietly(SignOut signOut) {
        var visit = waiting();
        var redirect = visit.visitor().signOut(signOut);
        return visit.with(redirect.cookies(), redirect, ctx);
    }

    /**
     * Changes the session (interface: {@code unstable_update}; may change in any release), and gives what it is now.
     * This request goes on with the session it came with.
     */
    public Optional<Session> unstableUpdate(Session data) {
        var visit = waiting();
        var read = visit.visitor().unstableUpdate(data);
        return visit.with(read.cookies(), read.session(), ctx);
    }

    /** The visit, where its store, a provider or a callback may be waited for. */
    private Visit waiting() {
        if (!BlockingOperationControl.isBlockingAllowed()) {
            throw new BlockingOperationNotAllowedException(
                    "signing in and out waits for stores and providers; put @Blocking on the resource's method");
        }
        return Visit.of(ctx);
    }

    private static Response answer(Redirect redirect) {
        return Response.status(Response.Status.FOUND)
                .header("Location", redirect.to())
                .build();
    }
}
