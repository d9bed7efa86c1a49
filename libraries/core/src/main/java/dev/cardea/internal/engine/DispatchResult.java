package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.http.Cookie;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What became of a dispatched request. */
sealed interface DispatchResult {
    /** The action or route has answered. */
    record Answer(InternalResponse response) implements DispatchResult {
        @Override
        public InternalResponse orThrow() {
            return response;
        }
    }

    /**
     * The action or route has failed.
     *
     * @param cookies that a failing answer still sends: a fresh token for the next post, and an end to a broken sign-in's
     *     cookies
     * @param page where the visitor can try again; {@code null} for the page that the error has
     */
    record Failure(
            RuntimeException cause,
            List<Cookie> cookies,
            @Nullable InternalResponse page) implements DispatchResult {
        public Failure {
            cookies = List.copyOf(cookies);
        }

        Failure(RuntimeException cause, List<Cookie> cookies) {
            this(cause, cookies, null);
        }

        @Override
        public InternalResponse orThrow() {
            throw cause;
        }
    }

    /** Returns the answer, for code that handles failures as exceptions. */
    InternalResponse orThrow();
}
