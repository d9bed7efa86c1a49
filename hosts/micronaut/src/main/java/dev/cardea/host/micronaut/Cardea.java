package dev.cardea.host.micronaut;

import dev.cardea.Redirect;
import dev.cardea.SignIn;
import dev.cardea.SignOut;
import dev.cardea.model.Session;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import java.util.Optional;

/**
 * What handlers call.
 *
 * <pre>{@code
 * @Post("/out")
 * @ExecuteOn(TaskExecutors.BLOCKING)
 * HttpResponse<?> out(HttpRequest<?> request) {
 *     return Cardea.signOut(request, SignOut.to("/"));
 * }
 * }</pre>
 *
 * <p>All but {@link #session} waits for a store or a provider: call it where one may block. What signs in or out was
 * posted from a page of this site: that is for the application to make sure of.
 */
public final class Cardea {
    private Cardea() {}

    /**
     * Who is signed in, if anyone.
     *
     * @throws dev.cardea.error.ConfigurationException where the configuration is broken
     * @throws dev.cardea.error.AdapterException where the store did not answer
     */
    public static Optional<Session> session(HttpRequest<?> request) {
        return Visit.of(request).visitor().session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see {@link
     * dev.cardea.Auth#isSameOrigin}. Ask it before a handler of your own signs in, signs out or changes anything.
     */
    public static boolean isSameOrigin(HttpRequest<?> request) {
        return Visit.of(request).visitor().isSameOrigin();
    }

    /**
     * Signs somebody in, or sends them to where they do.
     *
     * @return the redirect
     * @throws dev.cardea.error.AuthException where the sign-in is refused
     */
    public static HttpResponse<?> signIn(HttpRequest<?> request, SignIn signIn) {
        return send(signInQuietly(request, signIn));
    }

    /**
     * Signs somebody out.
     *
     * @return the redirect
     * @throws dev.cardea.error.AuthException where the store could not end the session
     */
    public static HttpResponse<?> signOut(HttpRequest<?> request, SignOut signOut) {
        return send(signOutQuietly(request, signOut));
    }

    /** As {@link #signIn}, but any answer may be sent; whichever it is has the cookies. */
    public static Redirect signInQuietly(HttpRequest<?> request, SignIn signIn) {
        var visit = Visit.of(request);
        var redirect = visit.visitor().signIn(signIn);
        visit.add(redirect.cookies());
        return redirect;
    }

    /** As {@link #signOut}, but any answer may be sent; whichever it is has the cookies. */
    public static Redirect signOutQuietly(HttpRequest<?> request, SignOut signOut) {
        var visit = Visit.of(request);
        var redirect = visit.visitor().signOut(signOut);
        visit.add(redirect.cookies());
        return redirect;
    }

    /**
     * Changes the session (interface: {@code unstable_update}; may change in any release), and gives what it is now. This
     * request goes on with the session it came with.
     */
    public static Optional<Session> unstableUpdate(HttpRequest<?> request, Session data) {
        var visit = Visit.of(request);
        var read = visit.visitor().unstableUpdate(data);
        visit.add(read.cookies());
        return read.session();
    }

    private static HttpResponse<?> send(Redirect redirect) {
        return HttpResponse.status(HttpStatus.FOUND).header("Location", redirect.to());
    }
}
