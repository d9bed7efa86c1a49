package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** How completing a sign-in went well. */
public sealed interface Outcome permits VerifiedIdentity, Outcome.ForwardToOrigin {
    /** The answer belongs to another host, which finishes the sign-in. */
    record ForwardToOrigin(String url, List<Cookie> cookies) implements Outcome {
        public ForwardToOrigin {
            cookies = List.copyOf(cookies);
        }
    }
}
