package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Statements on one connection, each with the time limit and closed behind it. */
final class Sql {
    /** Makes a value of the row that is current. */
    interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    private final Connection connection;
    private final SqlDialect dialect;
    private final Deadline deadline;

    Sql(Connection connection, SqlDialect dialect, Deadline deadline) {
        this.connection = connection;
        this.dialect = dialect;
        this.deadline = deadline;
    }

    Connection connection() {
        return connection;
    }

    <T> List<T> all(String sql, Reader<T> reader, @Nullable Object... values) throws SQLException {
        try (var statement = prepare(sql, values);
                var rows = statement.executeQuery()) {
            var all = new ArrayList<T>();
            var row = new Row(rows, dialect);
            while (rows.next()) all.add(reader.read(row));
            return List.copyOf(all);
        }
    }

    <T> Optional<T> first(String sql, Reader<T> reader, @Nullable Object... values) throws SQLException {
        try (var statement = prepare(sql, values);
                var rows = statement.executeQuery()) {
            return rows.next() ? Optional.of(reader.read(new Row(rows, dialect))) : Optional.empty();
        }
    }

    /** Returns whether there is such a table, now and for this connection. In a transaction, the rest of it stays. */
    boolean finds(String table) throws SQLException {
        var start = connection.getAutoCommit() ? null : connection.setSavepoint();
        try {
            first("select 1 from " + table + " where 1 = 0", row -> true);
            if (start != null) connection.releaseSavepoint(start);
            return true;
        } catch (SQLException e) {
            if (dialect.kindOf(e) != JdbcException.Kind.SCHEMA) throw e;
            if (start != null) connection.rollback(start);
            return false;
        }
    }

    /** Returns how many rows it hit. */
    int change(String sql, @Nullable Object... values) throws SQLException {
        try (var statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    int change(Write write, @Nullable Object... given) throws SQLException {
        return runWrite(() -> change(write.sql(), write.with(given)));
    }

    /** The row that a statement with {@code returning} hit; read to the end, which is when the statement is done. */
    <T> Optional<T> changed(Write write, Reader<T> reader, @Nullable Object... given) throws SQLException {
        return runWrite(() -> all(write.sql(), reader, write.with(given))).stream()
                .findFirst();
    }

    /** Returns the key that the database made. */
    String insertCounted(Write write, Column key, @Nullable Object... given) throws SQLException {
        var prepared = connection.prepareStatement(write.sql(), new String[] {key.called()});
        try (var statement = bind(prepared, write.with(given))) {
            runWrite(statement::executeUpdate);
            try (var keys = statement.getGeneratedKeys()) {
                if (keys.next()) return keys.getString(1);
                throw new SQLException("no " + key.called() + " was made");
            }
        }
    }

    private interface Statement<T> {
        T run() throws SQLException;
    }

    /** A deletion fails by the same error where rows refer to the deleted one, so only inserts and updates ask. */
    private <T> T runWrite(Statement<T> write) throws SQLException {
        try {
            return write.run();
        } catch (SQLException e) {
            throw dialect.isForeignKey(e) ? new MissingReference(e) : e;
        }
    }

    private PreparedStatement prepare(String sql, @Nullable Object[] values) throws SQLException {
        return bind(connection.prepareStatement(sql), values);
    }

    private PreparedStatement bind(PreparedStatement statement, @Nullable Object[] values) throws SQLException {
        try {
            if (!dialect.limitOutlivesStatement()) statement.setQueryTimeout(deadline.statementSeconds());
            int index = 1;
            for (var value : values) {
                int times = value instanceof Key key ? key.times() : 1;
                var plain = value instanceof Key key ? key.value() : value;
                for (int i = 0; i < times; i++) dialect.bind(statement, index++, plain);
            }
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }
}
