package dev.cardea.error;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Thrown if a sign-in is rejected by a rate limit, before anything else is checked (RFC 6585 §4). */
public final class TooManyRequestsException extends AuthException {
    private static final long serialVersionUID = 1L;

    private static final Duration MAX_WAIT = Duration.ofDays(365);

    private final Duration wait;

    /** @param wait until the next attempt may succeed */
    public TooManyRequestsException(@Nullable String message, Duration wait, @Nullable String provider) {
        super(ErrorType.TOO_MANY_REQUESTS, message, null, provider);
        this.wait = wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
    }

    /** Returns how long to wait in whole seconds, at least one: the value of {@code Retry-After} (RFC 9110 §10.2.3). */
    public long retryAfter() {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }
}
