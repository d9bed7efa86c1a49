package dev.cardea.internal.session;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.jose.JoseException;
import dev.cardea.json.JsonException;
import org.jspecify.annotations.Nullable;

/** Logs why session tokens could not be read or written. */
record TokenFailures(EventPublisher publisher) {
    /** A callback or the codec failed. */
    AuthException failed(RuntimeException e) {
        return logged(new AuthException(ErrorType.JWT_SESSION_ERROR, reason(e), e));
    }

    /** The store didn't say whether there is a session. */
    AuthException unread(@Nullable AdapterException cause) {
        return logged(new AuthException(ErrorType.SESSION_TOKEN_ERROR, "the session could not be read", cause));
    }

    /** Any visitor can send a cookie that cannot be read: one line, and no trace unless the codec itself fails. */
    void unreadable(RuntimeException e) {
        if (e instanceof JoseException || e instanceof JsonException) publisher.warn("unreadable-session-cookie");
        else failed(e);
    }

    private AuthException logged(AuthException failure) {
        publisher.log(failure);
        return failure;
    }

    static String reason(RuntimeException e) {
        return e instanceof JoseException
                ? "the session token could not be read"
                : "a callback or the token codec failed";
    }
}
