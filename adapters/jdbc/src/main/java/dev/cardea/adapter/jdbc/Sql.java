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
    private final Dialect dialect;
    private final int limitSeconds;

    Sql(Connection connection, Dialect dialect, int limitSeconds) {
        this.connection = connection;
        this.dialect = dialect;
        this.limitSeconds = limitSeconds;
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

    /** Returns how many rows it hit. */
    int change(String sql, @Nullable Object... values) throws SQLException {
        try (var statement = prepare(sql, values)) {
            return statement.executeUpdate();
        }
    }

    private PreparedStatement prepare(String sql, @Nullable Object[] values) throws SQLException {
        var statement = connection.prepareStatement(sql);
        try {
            if (!dialect.limitOutlivesStatement()) statement.setQueryTimeout(limitSeconds);
            for (int i = 0; i < values.length; i++) dialect.bind(statement, i + 1, values[i]);
            return statement;
        } catch (SQLException | RuntimeException e) {
            statement.close();
            throw e;
        }
    }
}
