package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** The result of {@link SignInMethod#complete} without an error. */
public sealed interface Outcome permits VerifiedIdentity, Outcome.ForwardToOrigin {
    /** The answer belongs to another host, which completes the sign-in. */
    record ForwardToOrigin(String url, List<Cookie> cookies) implements Outcome {
        public ForwardToOrigin {
            cookies = List.copyOf(cookies);
        }
    }
}
