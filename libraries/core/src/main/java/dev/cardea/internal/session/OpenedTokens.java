package dev.cardea.internal.session;

import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.json.Claims;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What session tokens say that were opened before, so that the next requests of a visitor needn't decrypt them again. Only
 * for sessions with a record, which is what decides whether a token still counts. Bounded in size. Safe for concurrent use;
 * nothing waits while the lock is held.
 */
final class OpenedTokens {
    /** With the longest tokens, about 20 MB. */
    private static final int MAX_TOKENS = 4_000;
    /** In characters. Sessions with much more in them are rare. */
    private static final int LONGEST = 2_000;

    private final Map<String, OpenedToken> opened = TokenHistory.bounded(MAX_TOKENS);

    /** @param salt the name of the cookie; under another name, the token can't be opened */
    private record OpenedToken(String salt, Claims payload) {}

    /** Returns what a token says; {@code null} if it isn't known. */
    synchronized @Nullable Claims of(SessionCookie cookie) {
        var found = opened.get(cookie.token());
        return found != null && found.salt().equals(cookie.name()) ? found.payload() : null;
    }

    /** @param payload of the token, which was opened and has not expired */
    synchronized void keep(SessionCookie cookie, Claims payload) {
        var token = cookie.token();
        if (token != null && token.length() <= LONGEST) opened.put(token, new OpenedToken(cookie.name(), payload));
    }

    synchronized void forget(SessionCookie cookie) {
        opened.remove(cookie.token());
    }
}
