package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What differs between databases. Each is one subclass that overrides where it leaves the SQL standard; nothing else in
 * this package asks which database it is.
 */
public class Dialect {
    /**
     * H2. On disk it writes a commit half a second late, so a process that is killed may forget that a link was used;
     * {@code ;WRITE_DELAY=0} in the URL writes at once.
     */
    public static final Dialect H2 = new H2Dialect();

    /** Judges failures while it is not known which database it is. */
    static final Dialect STANDARD = new Dialect("standard");

    private static final List<Dialect> ALL = List.of(H2);
    private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

    private final String name;

    Dialect(String name) {
        this.name = name;
    }

    /** Asks the database what it is. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        for (var dialect : ALL) if (dialect.speaksFor(product)) return dialect;
        throw new IllegalStateException("no dialect for the database " + product + "; there are " + ALL);
    }

    /** Its name, which is also the folder of its migrations. */
    public final String name() {
        return name;
    }

    boolean speaksFor(String product) {
        return product.toLowerCase(Locale.ROOT).startsWith(name);
    }

    String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** A condition that is true for the same bytes only, with one parameter. */
    String is(String column) {
        return column + " = ?";
    }

    /** Files of the migrations, oldest first; the position plus one is the version. */
    List<String> migrations() {
        return List.of("001-tables.sql", "002-spent-tokens.sql");
    }

    /** Whether a statement's time limit goes on to hold for its connection, so that it must be taken back. */
    boolean limitOutlivesStatement() {
        return false;
    }

    void bind(PreparedStatement statement, int index, @Nullable Object value) throws SQLException {
        if (value == null) statement.setNull(index, Types.NULL);
        else if (value instanceof Instant instant) bindTime(statement, index, inMillis(instant));
        else statement.setObject(index, value);
    }

    /** As precise as the interface compares. */
    static Instant inMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }

    /** A time without a zone, which is UTC whatever the zone of the JVM or the database. */
    void bindTime(PreparedStatement statement, int index, Instant instant) throws SQLException {
        statement.setObject(index, LocalDateTime.ofInstant(instant, ZoneOffset.UTC));
    }

    @Nullable Instant time(ResultSet row, int index) throws SQLException {
        var time = row.getObject(index, LocalDateTime.class);
        return time == null ? null : time.toInstant(ZoneOffset.UTC);
    }

    /** Drivers agree on neither exception classes nor states, so both are asked. */
    Kind kindOf(SQLException failure) {
        for (SQLException e = failure; e != null; e = e.getNextException()) {
            String state = e.getSQLState() == null ? "" : e.getSQLState();
            if (isDuplicate(e, state)) return Kind.DUPLICATE;
            if (CONFLICTS.contains(state)) return Kind.CONFLICT;
            if (state.startsWith("08") || isConnectionLoss(e)) return Kind.UNAVAILABLE;
            if (state.startsWith("42")) return Kind.SCHEMA;
        }
        return Kind.OTHER;
    }

    boolean isDuplicate(SQLException failure, String state) {
        return state.equals("23505")
                || (failure instanceof SQLIntegrityConstraintViolationException && state.equals("23000"));
    }

    private static boolean isConnectionLoss(SQLException failure) {
        return failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLTransientConnectionException;
    }

    @Override
    public final String toString() {
        return name;
    }

    private static final class H2Dialect extends Dialect {
        H2Dialect() {
            super("h2");
        }

        @Override
        boolean limitOutlivesStatement() {
            return true;
        }

        /** 90131: another transaction changed the row that this one waited for. */
        @Override
        Kind kindOf(SQLException failure) {
            return failure.getErrorCode() == 90131 ? Kind.CONFLICT : super.kindOf(failure);
        }
    }
}
