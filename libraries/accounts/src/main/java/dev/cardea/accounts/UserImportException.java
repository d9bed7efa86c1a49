package dev.cardea.accounts;

import dev.cardea.accounts.ImportReport.Problem;
import org.jspecify.annotations.Nullable;

/** Thrown if an import stops: at a line that can't be imported, or at a user whom the store doesn't take. */
public final class UserImportException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient ImportReport report;

    UserImportException(String message, ImportReport report, @Nullable Throwable cause) {
        super(message, cause);
        this.report = report;
    }

    static UserImportException unreadable(ImportReport report) {
        return new UserImportException(
                report.unreadable() + " lines can't be imported, so nothing was written; the first is "
                        + report.problems().get(0),
                report,
                null);
    }

    static UserImportException refused(Problem problem, ImportReport before, RuntimeException cause) {
        return new UserImportException(
                problem + "; " + created(before.created()) + " before, and a second run goes on here", before, cause);
    }

    private static String created(long users) {
        return users == 1 ? "1 user was created" : users + " users were created";
    }

    /** Returns what was done before. */
    public ImportReport report() {
        return report;
    }
}
