package dev.cardea.host.micronaut;

import dev.cardea.Accounts;
import dev.cardea.Passkeys;
import dev.cardea.Visitor;
import dev.cardea.action.Redirect;
import dev.cardea.action.SignIn;
import dev.cardea.action.SignOut;
import dev.cardea.http.ResponseHeaders;
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
     * Returns the accounts and sessions of the signed-in user, for an account page; empty if no user is signed in.
     * Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.ConfigurationException if the configuration has no adapter
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Accounts> accounts(HttpRequest<?> request) {
        return RequestState.of(request).visitor().accounts();
    }

    /**
     * Returns the passkeys of the signed-in user, for an account page; empty if no user is signed in, or if the store
     * does not support passkeys. Before a change, check {@link #isSameOrigin}.
     *
     * @throws dev.cardea.error.AdapterException if the store failed
     */
    public static Optional<Passkeys> passkeys(HttpRequest<?> request) {
        return RequestState.of(request).visitor().passkeys();
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

    /** See {@link Visitor#signIn(SignIn, ResponseHeaders)}. */
    public static Redirect signInWithoutRedirect(HttpRequest<?> request, SignIn signIn) {
        var state = RequestState.of(request);
        var redirect = state.visitor().signIn(signIn);
        state.add(redirect.cookies());
        return redirect;
    }

    /** See {@link Visitor#signOut(SignOut, ResponseHeaders)}. */
    public static Redirect signOutWithoutRedirect(HttpRequest<?> request, SignOut signOut) {
        var state = RequestState.of(request);
        var redirect = state.visitor().signOut(signOut);
        state.add(redirect.cookies());
        return redirect;
    }

    /** See {@link Visitor#unstableUpdate(Session, ResponseHeaders)}. */
    public static Optional<Session> unstableUpdate(HttpRequest<?> request, Session data) {
        var state = RequestState.of(request);
        var read = state.visitor().unstableUpdate(data);
        state.add(read.cookies());
        return read.session();
    }

    private static HttpResponse<?> send(Redirect redirect) {
        var answer = HttpResponse.status(HttpStatus.FOUND);
        for (var field : redirect.headers().fields()) answer.header(field.name(), field.value());
        return answer;
    }
}
