package dev.cardea.internal.engine;

import dev.cardea.action.BadRequestException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Site;
import org.jspecify.annotations.Nullable;

/** Answers for a protected page about which no decision could be made. Such a page stays closed. */
public final class ClosedPage {
    private static final String UNAVAILABLE =
            "{\"message\":\"Your session can't be checked right now. Please try again later.\"}";

    private ClosedPage() {}

    /**
     * @param cause of the failure
     * @param site {@code null} while the configuration is invalid
     */
    public static Response answer(@Nullable RuntimeException cause, @Nullable Site site) {
        if (cause instanceof BadRequestException) return ResponseWriter.badRequest();
        if (ServerView.isUnknown(cause))
            return ResponseWriter.uncached(Response.json(FailureKind.UNAVAILABLE.status(), UNAVAILABLE));
        var error = cause instanceof AuthException auth
                ? auth
                : new AuthException(ErrorType.AUTH_ERROR, "the authorized callback threw", cause);
        return (site == null ? MisconfiguredResponder.of(error) : MisconfiguredResponder.of(error, site))
                .pageResponse();
    }
}
