package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.adapter.UnknownFieldException;
import dev.cardea.observe.StoreReason;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the database rejects a statement or doesn't respond. The cause has the driver's message, which may quote
 * rows. A {@link StoreUnavailableException}, {@link DuplicateKeyException}, {@link StoreConflictException} or
 * {@link UnknownFieldException} of this adapter has one as its cause, and so has a {@link RowNotFoundException} that a
 * foreign key caused.
 */
public final class JdbcException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** What PostgreSQL and H2, SQLite, and MariaDB say of a column without a value. */
    private static final Pattern UNFILLED = Pattern.compile(
            "(?:null value in|NULL not allowed for) column \"([\\w$.]{1,64})\"|NOT NULL constraint failed: ([\\w$.]{1,128})"
                    + "|Field '([\\w$.]{1,64})' doesn't have a default value");

    /** What went wrong, the same for all databases. */
    public enum Kind {
        /** No connection, or it broke. */
        UNAVAILABLE,
        /** A row with this key already exists. */
        DUPLICATE,
        /** Another transaction was in the way, even after several attempts. */
        CONFLICT,
        /** A row that this one refers to is missing. */
        MISSING_REFERENCE,
        /** A table or column is missing. */
        SCHEMA,
        OTHER
    }

    private final Kind kind;
    private final @Nullable StoreReason reason;

    JdbcException(Kind kind, String operation, SQLException cause) {
        this(kind, reason(kind, cause), operation, cause);
    }

    private JdbcException(Kind kind, @Nullable StoreReason reason, String operation, SQLException cause) {
        super(operation + ": " + explain(kind, cause), cause);
        this.kind = kind;
        this.reason = reason;
    }

    /** The exception for a statement that the database rejected because it only reads now. */
    static StoreException readOnly(Kind kind, String operation, SQLException cause) {
        return of(kind, operation, cause, new JdbcException(kind, StoreReason.READ_ONLY, operation, cause));
    }

    /** The exception that callers tell apart, around what is known of the failure. */
    static StoreException of(Kind kind, String operation, SQLException cause) {
        return of(kind, operation, cause, new JdbcException(kind, operation, cause));
    }

    private static StoreException of(Kind kind, String operation, SQLException cause, JdbcException known) {
        var message = operation + ": " + explain(kind, cause);
        return switch (kind) {
            case UNAVAILABLE -> new StoreUnavailableException(message, known);
            case DUPLICATE -> new DuplicateKeyException(message, known);
            case CONFLICT -> new StoreConflictException(message, known);
            case MISSING_REFERENCE -> new RowNotFoundException(message, known);
            case SCHEMA ->
                cause instanceof MissingColumn missing
                        ? new UnknownFieldException(message, missing.fields(), known)
                        : known;
            case OTHER -> known;
        };
    }

    private static @Nullable StoreReason reason(Kind kind, SQLException cause) {
        return switch (kind) {
            case UNAVAILABLE -> isOfPool(cause) ? StoreReason.POOL_EXHAUSTED : StoreReason.UNREACHABLE;
            case MISSING_REFERENCE -> StoreReason.ROW_MISSING;
            case SCHEMA -> StoreReason.TABLE_MISSING;
            case DUPLICATE, CONFLICT, OTHER -> null;
        };
    }

    /** A driver names an SQL state. A pool that has no connection to lend has none, and no failure of a driver. */
    private static boolean isOfPool(SQLException failure) {
        return failure.getSQLState() == null && !(failure.getCause() instanceof SQLException);
    }

    public Kind kind() {
        return kind;
    }

    @Override
    public @Nullable StoreReason reason() {
        return reason;
    }

    /** Returns whether this failure, or one it was caused by, is of that kind. */
    static boolean is(Throwable failure, Kind kind) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof JdbcException jdbc && jdbc.kind == kind) return true;
        }
        return false;
    }

    private static String explain(Kind kind, SQLException cause) {
        String state = cause.getSQLState() == null ? "" : " (SQL state " + cause.getSQLState() + ")";
        return switch (kind) {
            case UNAVAILABLE -> "the database can't be reached" + state;
            case DUPLICATE -> "a row with this key already exists" + state;
            case CONFLICT -> "other transactions were in the way" + state;
            case MISSING_REFERENCE -> "a row that this one refers to is missing" + state;
            case SCHEMA -> missing(cause, state);
            case OTHER -> unfilled(cause).orElse("the database refused") + state;
        };
    }

    /** The name of a column holds no data, unlike the rest of what a driver says. */
    private static Optional<String> unfilled(SQLException cause) {
        var words = UNFILLED.matcher(String.valueOf(cause.getMessage()));
        if (!words.find()) return Optional.empty();
        var column = Stream.of(1, 2, 3)
                .map(words::group)
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
        return Optional.of("the column " + column + " needs a value and has no default; set a default, or "
                + "return the value from the provider's profile function");
    }

    private static String missing(SQLException cause, String state) {
        if (cause instanceof UnknownTablesException || cause instanceof MissingColumn)
            return cause.getMessage() + state;
        String what = cause instanceof MissingTable ? cause.getMessage() : "a table or column is missing";
        return what + "; migrateOnStart() or createSchema creates what's missing" + state;
    }
}
