package dev.cardea.internal.flow;

import dev.cardea.error.AuthException;
import dev.cardea.module.ModuleError;
import dev.cardea.module.Verdict;
import org.jspecify.annotations.Nullable;

/** Thrown within a unit of work that is to be taken back, because a module refuses the sign-in. */
final class RefusedException extends AuthException {
    private static final long serialVersionUID = 1L;

    private final @Nullable String path;

    RefusedException(Verdict.Refuse refusal) {
        this(refusal, refusal.details());
    }

    private RefusedException(Verdict.Refuse refusal, @Nullable ModuleError details) {
        super(
                refusal.error(),
                details == null ? "a module refused the sign-in" : details.message(),
                null,
                null,
                details == null ? null : details.code());
        path = refusal.path();
    }

    /** Returns where the browser goes, below the base path; {@code null}: to the error's page. */
    @Nullable String path() {
        return path;
    }
}
