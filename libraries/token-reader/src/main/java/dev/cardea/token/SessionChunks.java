package dev.cardea.token;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Splits a session token that is too long for one cookie over several: {@code name.0}, {@code name.1} and so on.
 * Browsers may drop cookies over 4096 bytes (RFC 6265 §6.1). Pure functions of names and values; the caller adds the
 * attributes.
 *
 * <pre>{@code
 * var sent = SessionChunks.read(request.cookies(), "authjs.session-token");
 * var changes = SessionChunks.write(sent, "authjs.session-token", newToken);
 * }</pre>
 */
public final class SessionChunks {
    /** The maximum number of token characters in one cookie; the rest of the 4096 is left for name and attributes. */
    public static final int SIZE = 4096 - 160;

    /** The maximum number of chunks that are read; servers accept fewer in the headers of a request. */
    public static final int MAX_CHUNKS = 32;

    /** Replaces chunks that do not form a token: a text that no codec opens. */
    private static final String BROKEN = ".";

    private SessionChunks() {}

    /**
     * The session cookies of a request.
     *
     * @param token {@code null} if the request has none; if it is {@link #broken}, a text that no codec opens
     * @param names of all cookies of this session, in the order of the request: those to clear
     */
    public record Read(@Nullable String token, List<String> names) {
        /** Copies the names. */
        public Read {
            names = List.copyOf(names);
        }

        /**
         * Returns whether the chunks form no token: one is missing, or there are more than {@link SessionChunks#MAX_CHUNKS}.
         */
        public boolean broken() {
            return BROKEN.equals(token);
        }

        /** Prints everything but the token. */
        @Override
        public String toString() {
            return "Read" + names;
        }
    }

    /**
     * A cookie to send.
     *
     * @param value {@code null} deletes the cookie
     */
    public record Change(String name, @Nullable String value) {
        /** Prints everything but the value. */
        @Override
        public String toString() {
            return "Change[" + name + "]";
        }
    }

    /**
     * Finds the cookie with exactly this name and its chunks. Other names are other cookies, and an empty cookie is
     * ignored. If there is a first chunk, the plain cookie is a leftover; otherwise the chunks are.
     *
     * @param cookies by name, in the order of the request
     */
    public static Read read(Map<String, String> cookies, String name) {
        var names = new ArrayList<String>();
        var chunks = new TreeMap<Integer, String>();
        String plain = null;
        for (var cookie : cookies.entrySet()) {
            if (!cookie.getKey().startsWith(name) || cookie.getValue().isEmpty()) continue;
            if (cookie.getKey().equals(name)) {
                plain = cookie.getValue();
            } else {
                int index = index(cookie.getKey(), name.length());
                if (index < 0) continue;
                chunks.put(index, cookie.getValue());
            }
            names.add(cookie.getKey());
        }
        boolean onlyPlain = chunks.isEmpty() || plain != null && !chunks.containsKey(0);
        return new Read(onlyPlain ? plain : join(chunks), names);
    }

    /**
     * Replaces what was read by a new token. Returns deletions and new cookies in the order in which they are sent.
     *
     * @param token in ASCII; an empty one only deletes
     */
    public static List<Change> write(Read read, String name, String token) {
        var changes = new LinkedHashMap<String, @Nullable String>();
        for (var old : read.names) changes.put(old, null);
        int count = (token.length() + SIZE - 1) / SIZE;
        if (count == 1) changes.put(name, token);
        for (int i = 0; count > 1 && i < count; i++) {
            changes.put(name + "." + i, token.substring(i * SIZE, Math.min(token.length(), (i + 1) * SIZE)));
        }
        return toChanges(changes);
    }

    /** Deletes everything that was read, in the order of the request. */
    public static List<Change> clean(Read read) {
        return read.names.stream().map(name -> new Change(name, null)).toList();
    }

    /** A gap yields text that cannot be opened, so that the leftovers are cleared. */
    private static String join(TreeMap<Integer, String> chunks) {
        int last = chunks.lastKey();
        if (last != chunks.size() - 1 || last >= MAX_CHUNKS) return BROKEN;
        return String.join("", chunks.values());
    }

    /**
     * Returns the number after the dot if it is written canonically, {@link #MAX_CHUNKS} for larger ones, −1 for anything
     * else.
     */
    private static int index(String cookie, int dot) {
        int length = cookie.length() - dot - 1;
        if (length < 1 || cookie.charAt(dot) != '.') return -1;
        if (length > 1 && cookie.charAt(dot + 1) == '0') return -1;
        int index = 0;
        for (int i = dot + 1; i < cookie.length(); i++) {
            int digit = cookie.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            index = Math.min(index * 10 + digit, MAX_CHUNKS);
        }
        return index;
    }

    private static List<Change> toChanges(Map<String, @Nullable String> changes) {
        var result = new ArrayList<Change>();
        changes.forEach((name, value) -> result.add(new Change(name, value)));
        return result;
    }
}
