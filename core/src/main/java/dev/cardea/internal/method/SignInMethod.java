package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** The door of every room: one configured provider, ready to sign people in. Safe for concurrent use. */
public interface SignInMethod {
    /** Somebody chose this provider. Says where to send the browser and what to remember. */
    SignInStart begin(MethodRequest visit);

    /**
     * Somebody came back. Returns proof of who they are, or where they have to go first.
     *
     * @throws dev.cardea.error.AuthException where nothing is proven
     */
    Outcome complete(MethodRequest visit);

    /** What to clear in the browser when {@link #complete} failed. */
    default List<Cookie> abandoned(MethodRequest visit) {
        return List.of();
    }
}
