package dev.cardea.token;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A session token that is too long for one cookie, over several: {@code name.0}, {@code name.1} and so on (RFC 6265 §6.1
 * lets a browser drop what is longer than 4096 bytes). Pure functions over names and values; attributes are somebody
 * else's.
 *
 * <pre>{@code
 * var sent = SessionChunks.read(request.cookies(), "authjs.session-token");
 * var changes = SessionChunks.write(sent, "authjs.session-token", newToken);
 * }</pre>
 */
public final class SessionChunks {
    /** How much of a token one cookie holds, in characters; the rest of the 4096 is for name and attributes. */
    public static final int SIZE = 4096 - 160;

    /** The most chunks that are read: more than servers take in a request's headers. */
    public static final int MOST = 32;

    /** Stands for chunks that do not make a token: a text that no codec opens. */
    private static final String BROKEN = ".";

    private SessionChunks() {}

    /**
     * What a request brought.
     *
     * @param token {@code null} where it brought none; where it is {@link #broken}, text that no codec opens
     * @param names of all cookies of this session, in the request's order: what to clear
     */
    public record Read(@Nullable String token, List<String> names) {
        /** Copies the names. */
        public Read {
            names = List.copyOf(names);
        }

        /** Whether chunks came that make no token: one is missing, or there are more than {@link SessionChunks#MOST}. */
        public boolean broken() {
            return BROKEN.equals(token);
        }

        /** Without the token. */
        @Override
        public String toString() {
            return "Read" + names;
        }
    }

    /**
     * One cookie to send.
     *
     * @param value {@code null} deletes it
     */
    public record Change(String name, @Nullable String value) {
        /** Without the value. */
        @Override
        public String toString() {
            return "Change[" + name + "]";
        }
    }

    /**
     * Finds the cookie of exactly this name and its chunks; any other name is another cookie, and an empty one is none.
     * Once there is a first chunk, the plain cookie is a leftover; without it, the chunks are.
     *
     * @param cookies by name, in the request's order
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
        return new Read(onlyPlain ? plain : joined(chunks), names);
    }

    /**
     * Replaces what was read by a new token: deletions and new cookies in the order in which they are sent.
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

    /** Deletes all that was read, in the request's order. */
    public static List<Change> clean(Read read) {
        return read.names.stream().map(name -> new Change(name, null)).toList();
    }

    /** A gap is answered with text that cannot be opened, so that the leftovers are cleared. */
    private static String joined(TreeMap<Integer, String> chunks) {
        int last = chunks.lastKey();
        if (last != chunks.size() - 1 || last >= MOST) return BROKEN;
        return String.join("", chunks.values());
    }

    /** The number behind the dot, written as we write it, {@link #MOST} standing for all beyond; −1 for anything else. */
    private static int index(String cookie, int dot) {
        int length = cookie.length() - dot - 1;
        if (length < 1 || cookie.charAt(dot) != '.') return -1;
        if (length > 1 && cookie.charAt(dot + 1) == '0') return -1;
        int index = 0;
        for (int i = dot + 1; i < cookie.length(); i++) {
            int digit = cookie.charAt(i) - '0';
            if (digit < 0 || digit > 9) return -1;
            index = Math.min(index * 10 + digit, MOST);
        }
        return index;
    }

    private static List<Change> toChanges(Map<String, @Nullable String> changes) {
        var result = new ArrayList<Change>();
        changes.forEach((name, value) -> result.add(new Change(name, value)));
        return result;
    }
}
