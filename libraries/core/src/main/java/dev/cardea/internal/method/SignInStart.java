package dev.cardea.internal.method;

import dev.cardea.http.Cookie;
import java.util.List;

/** The start of a sign-in: the absolute address for the browser, and the cookies that it keeps meanwhile. */
public record SignInStart(String next, List<Cookie> cookies) {
    public SignInStart {
        cookies = List.copyOf(cookies);
    }
}
