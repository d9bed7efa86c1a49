package dev.cardea.internal.page;

import org.jspecify.annotations.Nullable;

/**
 * What the error page shows.
 *
 * @param error the code; an unknown one is shown as an error without a name
 * @param site where the site begins
 * @param errorId the reference in the log
 * @param retryAfter how many seconds to wait before the next try, after a rate limit
 */
public record ErrorView(
        @Nullable String error,
        String site,
        String signInUrl,
        @Nullable String errorId,
        @Nullable Long retryAfter) {
    public ErrorView(@Nullable String error, String site, String signInUrl, @Nullable String errorId) {
        this(error, site, signInUrl, errorId, null);
    }
}
