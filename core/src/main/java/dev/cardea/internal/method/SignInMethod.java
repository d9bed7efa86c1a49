package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** Signs users in by one configured provider. Safe for concurrent use. */
public interface SignInMethod {
    /** Begins a sign-in: returns the address for the browser and the cookies that it keeps meanwhile. */
    SignInStart begin(MethodRequest visit);

    /**
     * Completes a sign-in: returns the verified identity of the visitor, or the host that completes it.
     *
     * @throws dev.cardea.error.AuthException where the identity cannot be verified
     */
    Outcome complete(MethodRequest visit);

    /** Returns the cookies to clear when {@link #complete} failed. */
    default List<Cookie> abandoned(MethodRequest visit) {
        return List.of();
    }
}
