package dev.cardea.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** A sign-in begun: the absolute address the browser goes to, and what it remembers. */
public record Begun(String next, List<Cookie> cookies) {
    public Begun {
        cookies = List.copyOf(cookies);
    }
}
