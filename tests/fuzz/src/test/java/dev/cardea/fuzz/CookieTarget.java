package dev.cardea.fuzz;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Cookie;
import dev.cardea.http.Request;
import java.nio.charset.StandardCharsets;

/** The header Cookie, and what is sent back in Set-Cookie. */
final class CookieTarget {
    private CookieTarget() {}

    public static void fuzzerTestOneInput(byte[] data) {
        var text = new String(data, StandardCharsets.ISO_8859_1);
        Request request;
        try {
            request = Request.get("https://app.example/").header("cookie", text);
        } catch (IllegalArgumentException e) {
            return;
        }
        request.cookies().forEach(CookieTarget::requireSafe);
        requireSafe("x", new String(data, StandardCharsets.UTF_8));
    }

    private static void requireSafe(String name, String value) {
        String line;
        try {
            line = new Cookie(name, value, AuthCookie.CALLBACK_URL.options(true)).toHeaderValue();
        } catch (IllegalArgumentException e) {
            return;
        }
        Hold.that(line.chars().allMatch(c -> c >= 0x20 && c < 0x7f), "a cookie is printable ASCII");
        var sent = line.substring(0, line.indexOf(';'));
        Hold.that(sent.startsWith(name + "="), "a cookie keeps its name");
        var read = Request.get("https://app.example/").header("cookie", sent).cookies();
        Hold.that(read.size() == 1 && value.equals(read.get(name)), "a value survives");
    }
}
