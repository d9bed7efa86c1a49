package dev.cardea.observe;

import java.time.Instant;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * When a step happened, and what it belongs to. Immutable.
 *
 * @param time by the clock of the configuration
 * @param request number of the request, unique in this process
 * @param requestId id that the framework or a trusted proxy gave the request; {@code null} if it has no id
 * @param flow joins the requests of one sign-in: a keyed digest of a value that only its browser has. It is {@code null}
 *     until the sign-in is known: when it begins, or when the first check cookie has been opened. Observers that join
 *     steps keep the earlier ones by {@code request}.
 * @param errorId reference of the failure, if one was reported in this request; else {@code null}
 */
public record StepContext(
        Instant time,
        Id request,
        @Nullable String requestId,
        @Nullable Id flow,
        @Nullable String errorId) {
    private static final int MAX_REQUEST_ID = 64;
    private static final Pattern ERROR_ID = Pattern.compile("[0-9a-f]{16}");

    /** @throws IllegalArgumentException if an id has another form than the library gives it */
    public StepContext {
        if (requestId != null && !isRequestId(requestId)) throw new IllegalArgumentException("not a request id");
        if (errorId != null && !ERROR_ID.matcher(errorId).matches())
            throw new IllegalArgumentException("not an error id");
    }

    /** Returns whether a text has the form of a request id: 1 to 64 letters, digits, dots, underscores or hyphens. */
    public static boolean isRequestId(String text) {
        // Read with each step: a regular expression took half of the time that steps cost a session read.
        int length = text.length();
        if (length == 0 || length > MAX_REQUEST_ID) return false;
        for (int i = 0; i < length; i++) if (!isOfRequestId(text.charAt(i))) return false;
        return true;
    }

    private static boolean isOfRequestId(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '.' || c == '_' || c == '-';
    }
}
