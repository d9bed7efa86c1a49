package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** A sign-in begun: the absolute address the browser goes to, and what it remembers. */
public record SignInStart(String next, List<Cookie> cookies) {
    public SignInStart {
        cookies = List.copyOf(cookies);
    }
}
