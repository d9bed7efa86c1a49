package dev.cardea.host.micronaut;

import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.model.Session;
import io.micronaut.http.HttpRequest;
import io.micronaut.http.HttpResponse;
import io.micronaut.http.HttpStatus;
import java.util.Optional;

/**
 * The functions for handlers. Safe for concurrent use.
 *
 * <pre>{@code
 * @Post("/out")
 * @ExecuteOn(TaskExecutors.BLOCKING)
 * HttpResponse<?> out(HttpRequest<?> request) {
 *     return Cardea.signOut(request, SignOut.to("/"));
 * }
 * }</pre>
 *
 * <p>All functions except {@link #session} wait for a store or a provider: call them where blocking is allowed. Before
 * you sign a user in or out, check that a page of this site sent the request ({@link #isSameOrigin}); otherwise another
 * site could do so (CSRF).
 */
public final class Cardea {
    private Cardea() {}

    /**
     * Returns the session; empty if the visitor is not signed in.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration is invalid
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Session> session(HttpRequest<?> request) {
        return RequestState.of(request).visitor().session();
    }

    /**
     * Returns whether the browser reports that a page of this site sent the request; see
     * {@link dev.cardea.Auth#isSameOrigin}. Check it before your own handler signs a user in or out, or changes
     * anything.
     */
    public static boolean isSameOrigin(HttpRequest<?> request) {
        return RequestState.of(request).visitor().isSameOrigin();
    }

    /**
     * Signs a user in, or starts a sign-in with a provider.
     *
     * @return the redirect
     * @throws dev.cardea.error.AuthException if the sign-in is rejected
     */
    public static HttpResponse<?> signIn(HttpRequest<?> request, SignIn signIn) {
        return send(signInWithoutRedirect(request, signIn));
    }

    /**
     * Signs the user out.
     *
     * @return the redirect
     * @throws dev.cardea.error.AuthException if the store could not end the session
     */
    public static HttpResponse<?> signOut(HttpRequest<?> request, SignOut signOut) {
        return send(signOutWithoutRedirect(request, signOut));
    }

    /** Works as {@link #signIn}, but leaves the response to the handler; the cookies are added to it. */
    public static Redirect signInWithoutRedirect(HttpRequest<?> request, SignIn signIn) {
        var visit = RequestState.of(request);
        var redirect = visit.visitor().signIn(signIn);
        visit.add(redirect.cookies());
        return redirect;
    }

    /** Works as {@link #signOut}, but leaves the response to the handler; the cookies are added to it. */
    public static Redirect signOutWithoutRedirect(HttpRequest<?> request, SignOut signOut) {
        var visit = RequestState.of(request);
        var redirect = visit.visitor().signOut(signOut);
        visit.add(redirect.cookies());
        return redirect;
    }

    /**
     * Changes the session (Auth.js: {@code unstable_update}; may change in any release) and returns the new one. During
     * this request, the session stays the one that it came with.
     */
    public static Optional<Session> unstableUpdate(HttpRequest<?> request, Session data) {
        var visit = RequestState.of(request);
        var read = visit.visitor().unstableUpdate(data);
        visit.add(read.cookies());
        return read.session();
    }

    private static HttpResponse<?> send(Redirect redirect) {
        return HttpResponse.status(HttpStatus.FOUND).header("Location", redirect.to());
    }
}
