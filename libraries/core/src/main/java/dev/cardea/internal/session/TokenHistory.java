package dev.cardea.internal.session;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this process saw of session tokens in the last minutes, so that an answer that took long does not undo a sign-out.
 * Bounded in time and size. Thread-safe; nothing waits while the lock is held.
 */
final class TokenHistory {
    /** Longer than an answer takes. */
    private static final Duration MEMORY = Duration.ofMinutes(10);

    private static final int MAX_TOKENS = 20_000;
    private static final int LONGEST_KEY = 64;

    private final Clock clock;
    /** Tokens that were signed out, replaced or changed. */
    private final Map<String, Sighting> ended = bounded(MAX_TOKENS);
    /** The token that another one renewed. */
    private final Map<String, String> renewedFrom = bounded(MAX_TOKENS);
    /** The end of a token's row as this process last wrote it. */
    private final Map<String, Sighting> ends = bounded(MAX_TOKENS);
    /** Tokens whose row was prolonged while no answer has carried the cookie yet. */
    private final Map<String, Sighting> owed = bounded(MAX_TOKENS);

    private record Sighting(Instant at, @Nullable Instant end) {}

    TokenHistory(Clock clock) {
        this.clock = clock;
    }

    /** The token will not be renewed again, nor will those that it was renewed from. */
    synchronized void ended(String token) {
        var key = key(token);
        var now = clock.instant();
        String each = key;
        while (each != null && !isIn(ended, each)) {
            ended.put(each, new Sighting(now, null));
            each = renewedFrom.get(each);
        }
        owed.remove(key);
    }

    synchronized boolean isEnded(String token) {
        return isIn(ended, key(token));
    }

    synchronized void renewed(String from, String to) {
        renewedFrom.put(key(to), key(from));
    }

    /** The row's end as this process wrote it in the last minutes. */
    synchronized Optional<Instant> end(String token) {
        var key = key(token);
        return isIn(ends, key) ? Optional.ofNullable(ends.get(key)).map(Sighting::end) : Optional.empty();
    }

    /** The row was prolonged; its cookie has yet to be sent. */
    synchronized void prolonged(String token, Instant end) {
        var prolonged = new Sighting(clock.instant(), end);
        ends.put(key(token), prolonged);
        owed.put(key(token), prolonged);
    }

    /**
     * Whether a row was prolonged without an answer that carried the cookie. Old entries are forgotten beyond a limit.
     */
    synchronized boolean isOwed(String token) {
        return owed.containsKey(key(token));
    }

    synchronized void sent(String token) {
        owed.remove(key(token));
    }

    private boolean isIn(Map<String, Sighting> map, String key) {
        var entry = map.get(key);
        return entry != null && entry.at().plus(MEMORY).isAfter(clock.instant());
    }

    /** The end of an encrypted token is its authentication tag, which no other token has. A cookie may be of any length. */
    private static String key(String token) {
        return token.length() <= LONGEST_KEY ? token : token.substring(token.length() - LONGEST_KEY);
    }

    /** Returns a map that forgets the entry that was added first, beyond that many. */
    static <T> Map<String, T> bounded(int most) {
        return new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
                return size() > most;
            }
        };
    }
}
