package dev.cardea.internal.cookie;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.http.Cookie;
import dev.cardea.token.SessionChunks;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The session cookie of one request: what came, and the cookies that replace or clear it. */
public final class SessionCookie {
    private final AuthCookies cookies;
    private final SessionChunks.Read sent;

    private SessionCookie(AuthCookies cookies, SessionChunks.Read sent) {
        this.cookies = cookies;
        this.sent = sent;
    }

    public static SessionCookie read(AuthCookies cookies, Map<String, String> sent) {
        return new SessionCookie(cookies, SessionChunks.read(sent, cookies.name(AuthCookie.SESSION_TOKEN)));
    }

    /** The cookie's name, which is the salt of its token. */
    public String name() {
        return cookies.name(AuthCookie.SESSION_TOKEN);
    }

    /** The token; {@code null} where none came. */
    public @Nullable String token() {
        return sent.token();
    }

    /** Splits a token over as many cookies as it needs, and deletes those that it no longer needs. */
    public List<Cookie> write(String token, Instant expires) {
        return toCookies(SessionChunks.write(sent, cookies.name(AuthCookie.SESSION_TOKEN), token), expires);
    }

    /** Deletes every cookie that came. */
    public List<Cookie> clear() {
        return toCookies(SessionChunks.clean(sent), null);
    }

    private List<Cookie> toCookies(List<SessionChunks.Change> changes, @Nullable Instant expires) {
        var options = cookies.options(AuthCookie.SESSION_TOKEN);
        var result = new ArrayList<Cookie>();
        for (var change : changes) {
            result.add(
                    change.value() == null
                            ? Cookie.deleted(change.name(), options)
                            : new Cookie(change.name(), change.value(), options.expires(expires)));
        }
        return result;
    }
}
