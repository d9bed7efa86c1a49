package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.jdbc.JdbcException.Kind;
import dev.cardea.json.IsoTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** The table in which it stands which migrations were run. */
final class MigrationHistory {
    private final SqlDialect dialect;
    private final String table;

    MigrationHistory(SqlDialect dialect, Layout layout) {
        this.dialect = dialect;
        table = dialect.quote(layout.named("cardea_migration"));
    }

    /** Of the tables; 0 before the first migration. */
    int version(Connection connection) throws SQLException {
        String sql = "select max(" + dialect.quote("version") + ") from " + table;
        try (var statement = connection.prepareStatement(sql);
                var rows = statement.executeQuery()) {
            return rows.next() ? rows.getInt(1) : 0;
        } catch (SQLException e) {
            if (dialect.kindOf(e) == Kind.SCHEMA) return 0;
            throw e;
        }
    }

    String create() {
        return "create table if not exists " + table + " (" + dialect.quote("version")
                + " integer not null primary key, " + dialect.quote("name") + " varchar(100) not null, "
                + dialect.quote("appliedAt") + " varchar(30) not null)";
    }

    /** Times are text here, so that the statement is the same by hand on every database. */
    String record(Migration migration, Instant now) {
        return "insert into " + table + " (" + dialect.quote("version") + ", " + dialect.quote("name") + ", "
                + dialect.quote("appliedAt") + ") values (" + migration.version() + ", '" + migration.name() + "', '"
                + IsoTime.print(now) + "')";
    }
}
