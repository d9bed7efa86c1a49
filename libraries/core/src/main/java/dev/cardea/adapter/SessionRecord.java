package dev.cardea.adapter;

import dev.cardea.jose.Hashes;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * What a store keeps about a session. IDs that are longer than {@value #MAX_TEXT} characters, or that not every store can
 * keep, are replaced by their SHA-256 in hex. A {@link SessionSelection} does the same, so it finds the record. Times are
 * truncated to milliseconds.
 *
 * @param id identifies the session; it is not a credential
 * @param userId the user's ID, even if only the application stores the user
 * @param isStoredUser whether the store had the user at the sign-in. If so, the session ends when the user is deleted
 * @param begun when the user signed in
 * @param seen when the session was last used; it is updated only when the session is extended
 * @param provider the ID of the provider; empty if it is unknown
 * @param providerSub the subject of the ID token; {@code null} without one
 * @param providerSid the session at the provider, if the ID token has one (OpenID Connect Back-Channel Logout, section 2.1)
 * @param client the client's IP address or network; {@code null} if it isn't stored
 * @param userAgent at most {@value #MAX_USER_AGENT} characters; {@code null} if it isn't stored
 */
public record SessionRecord(
        String id,
        String userId,
        boolean isStoredUser,
        Instant begun,
        Instant seen,
        Instant expires,
        String provider,
        @Nullable String providerSub,
        @Nullable String providerSid,
        @Nullable String client,
        @Nullable String userAgent) {
    /** How long a text may be: characters. */
    public static final int MAX_TEXT = 255;

    /** How many records of a user a store lists at most. */
    public static final int MAX_LISTED = 1_000;

    /** The order in which a store lists the records of a user. */
    public static final Comparator<SessionRecord> SEEN_LAST_FIRST =
            Comparator.comparing(SessionRecord::seen).reversed().thenComparing(SessionRecord::id);

    /** How long a user agent may be: characters. */
    public static final int MAX_USER_AGENT = 500;

    public SessionRecord {
        userId = fitted(userId);
        begun = begun.truncatedTo(ChronoUnit.MILLIS);
        seen = seen.truncatedTo(ChronoUnit.MILLIS);
        expires = expires.truncatedTo(ChronoUnit.MILLIS);
        provider = fitted(provider);
        providerSub = providerSub == null ? null : fitted(providerSub);
        providerSid = providerSid == null ? null : fitted(providerSid);
        if (userAgent != null && userAgent.length() > MAX_USER_AGENT)
            userAgent = userAgent.substring(0, MAX_USER_AGENT);
    }

    /** Returns the record of a session that was extended. */
    public SessionRecord prolonged(Instant nowSeen, Instant nowExpires) {
        return new SessionRecord(
                id,
                userId,
                isStoredUser,
                begun,
                nowSeen,
                nowExpires,
                provider,
                providerSub,
                providerSid,
                client,
                userAgent);
    }

    static String fitted(String text) {
        return text.length() <= MAX_TEXT && isStorable(text) ? text : Hashes.sha256Hex(chars(text));
    }

    /** No store has halves of characters, and most have no NUL. */
    private static boolean isStorable(String text) {
        return text.codePoints().noneMatch(it -> it == 0 || Character.getType(it) == Character.SURROGATE);
    }

    /** Char by char, as every encoding has one sign for all halves of characters. */
    private static byte[] chars(String text) {
        var bytes = ByteBuffer.allocate(2 * text.length());
        bytes.asCharBuffer().put(text);
        return bytes.array();
    }

    /** Prints nothing about the person but the user's ID. */
    @Override
    public String toString() {
        return "SessionRecord[user " + userId + ", begun " + begun + ", expires " + expires + "]";
    }
}
