package dev.cardea.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** How completing a sign-in went well. */
public sealed interface Outcome permits VerifiedIdentity, Outcome.Elsewhere {
    /** The answer belongs to another host, which finishes the sign-in. */
    record Elsewhere(String url, List<Cookie> cookies) implements Outcome {
        public Elsewhere {
            cookies = List.copyOf(cookies);
        }
    }
}
