package dev.cardea.action;

import dev.cardea.http.Cookie;
import dev.cardea.http.Headers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A response before it is written (Auth.js: {@code ResponseInternal}): for code that embeds the library and writes
 * cookies and redirects itself.
 *
 * @param status {@code null}: 302 with a redirect, else 200
 * @param body a text, or with {@code application/json} a JSON value; {@code null} with {@code application/json} is the
 *     JSON {@code null}
 * @param redirect an absolute URL, or {@code null}
 * @param cookies with plain values, in the order in which they are sent
 */
public record InternalResponse(
        @Nullable Integer status,
        Headers headers,
        @Nullable Object body,
        @Nullable String redirect,
        List<Cookie> cookies) {
    public InternalResponse {
        cookies = List.copyOf(cookies);
    }

    public static InternalResponse redirect(String url, List<Cookie> cookies) {
        return new InternalResponse(null, Headers.NONE, null, url, cookies);
    }

    public static InternalResponse json(int status, @Nullable Object body, List<Cookie> cookies) {
        return new InternalResponse(
                status == 200 ? null : status, Headers.of("Content-Type", "application/json"), body, null, cookies);
    }

    /** A copy with these cookies before its own. */
    public InternalResponse after(List<Cookie> first) {
        var all = new ArrayList<>(first);
        all.addAll(cookies);
        return new InternalResponse(status, headers, body, redirect, all);
    }

    public InternalResponse header(String name, String value) {
        return new InternalResponse(status, headers.set(name, value), body, redirect, cookies);
    }
}
