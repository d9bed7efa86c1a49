package dev.cardea.adapter;

import dev.cardea.json.Json;
import dev.cardea.token.Randomness;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a module keeps in the store: a text under a name. A user ID that is longer than {@value SessionRecord#MAX_TEXT}
 * characters, or that not every store can keep, is replaced by its SHA-256, as in a {@link SessionRecord}. The end is
 * truncated to milliseconds.
 *
 * @param kind what the record is for: 1 to 32 characters of {@code a-z} and {@code -}
 * @param id identifies the record among those of its kind: 1 to 200 printable ASCII characters, compared byte for byte
 * @param userId whose record it is, so that it goes with the user; {@code null} if it belongs to no user
 * @param data a JSON value of at most {@value #MAX_DATA} bytes in UTF-8; a store returns it character for character
 * @param version changes with each replacement; from 0 to {@value #MAX_VERSION}
 * @param expires when the record ends; {@code null} if it doesn't
 */
public record ModuleRecord(
        String kind,
        String id,
        @Nullable String userId,
        String data,
        long version,
        @Nullable Instant expires) {
    /** How long the data may be: bytes of its UTF-8. */
    public static final int MAX_DATA = 64 * 1024;

    /** The greatest version, which every store and JSON can keep exactly. */
    public static final long MAX_VERSION = (1L << 53) - 1;

    private static final Pattern KIND = Pattern.compile("[a-z-]{1,32}");
    private static final Pattern ID = Pattern.compile("[ -~]{1,200}");

    /** @throws IllegalArgumentException if a part isn't as described */
    public ModuleRecord {
        require(KIND.matcher(kind).matches(), "the kind of a record has 1 to 32 characters of a-z and -");
        require(
                ID.matcher(id).matches(),
                "the id of a record has 1 to 200 printable ASCII characters; store the hash of other texts");
        require(0 <= version && version <= MAX_VERSION, "the version of a record is between 0 and " + MAX_VERSION);
        require(
                data.getBytes(StandardCharsets.UTF_8).length <= MAX_DATA,
                "the data of a record has at most " + MAX_DATA + " bytes");
        requireJson(data);
        userId = userId == null ? null : SessionRecord.fitted(userId);
        expires = expires == null ? null : expires.truncatedTo(ChronoUnit.MILLIS);
    }

    /**
     * Returns a new record. Its version is random, so a record that was deleted and created again never has the version that
     * someone read of the earlier one.
     *
     * @throws IllegalArgumentException if a part isn't as described
     */
    public static ModuleRecord of(
            String kind,
            String id,
            @Nullable String userId,
            String data,
            @Nullable Instant expires,
            Randomness randomness) {
        long version = ByteBuffer.wrap(randomness.bytes(Long.BYTES)).getLong() >>> 12;
        return new ModuleRecord(kind, id, userId, data, version, expires);
    }

    /** Returns this version of the record with other data and another end, for {@link ModuleRecords#replaceRecord}. */
    public ModuleRecord with(String nowData, @Nullable Instant nowExpires) {
        return new ModuleRecord(kind, id, userId, nowData, version, nowExpires);
    }

    /** Returns the record as {@link ModuleRecords#replaceRecord} stores it. */
    public ModuleRecord replaced() {
        return new ModuleRecord(kind, id, userId, data, version == MAX_VERSION ? 0 : version + 1, expires);
    }

    /** Returns whether the record has ended: from its end on. */
    public boolean isExpired(Instant now) {
        return expires != null && !now.isBefore(expires);
    }

    /** Returns whether a record can have this kind and ID. A store that is asked for another has none. */
    public static boolean canExist(String kind, String id) {
        return KIND.matcher(kind).matches() && ID.matcher(id).matches();
    }

    private static void requireJson(String data) {
        try {
            Json.parse(data, Json.TRUSTED_DEPTH);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the data of a record is a JSON value", e);
        }
        boolean isText = data.codePoints().noneMatch(it -> Character.getType(it) == Character.SURROGATE);
        require(isText, "the data of a record has no half of a surrogate pair");
    }

    private static void require(boolean isMet, String rule) {
        if (!isMet) throw new IllegalArgumentException(rule);
    }

    /** Prints neither the ID nor the data, because either may be derived from a secret. */
    @Override
    public String toString() {
        return "ModuleRecord[kind " + kind + ", user " + userId + ", version " + version + ", expires " + expires + "]";
    }
}
