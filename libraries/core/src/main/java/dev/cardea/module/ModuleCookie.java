package dev.cardea.module;

import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import java.util.Map;
import java.util.Optional;

/**
 * A cookie of a module. Its content is encrypted, and opens for this cookie alone. It is called {@code cardea.NAME}, with
 * {@code __Host-} before that on https, and belongs to this host alone: {@code HttpOnly}, {@code SameSite=Lax}. Made by
 * {@code AuthConfig.Builder.moduleCookie}. Immutable; safe for concurrent use.
 *
 * <p>A browser can send an earlier content again until it expires. What works once needs a record in the store.
 */
public interface ModuleCookie {
    /** Returns the cookie with a content, for the response. */
    Cookie sealed(Claims content, boolean isHttps);

    /**
     * Returns the content; empty if the browser sent none, or none that opens.
     *
     * @param sent the cookies of the request
     */
    Optional<Claims> open(Map<String, String> sent, boolean isHttps);

    /** Returns the cookie that deletes this one. */
    Cookie deleted(boolean isHttps);
}
