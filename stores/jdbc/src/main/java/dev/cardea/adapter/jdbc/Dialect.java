package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A database for {@link JdbcAdapter.Builder#dialect}, if the adapter shouldn't ask which one it is. */
public final class Dialect {
    /**
     * H2, for tests in memory. An H2 file loses acknowledged commits if its process is killed: half a second of them,
     * and some even with {@code ;WRITE_DELAY=0}.
     */
    public static final Dialect H2 = new Dialect(new H2Dialect());

    /** PostgreSQL, and databases with its protocol. */
    public static final Dialect POSTGRESQL = new Dialect(new PostgresDialect());

    /** MySQL and MariaDB. */
    public static final Dialect MYSQL = new Dialect(new MysqlDialect());

    /**
     * SQLite. One connection writes at a time, and the others wait up to the statement timeout. With
     * {@code journal_mode=WAL}, readers don't have to wait.
     */
    public static final Dialect SQLITE = new Dialect(new SqliteDialect());

    /**
     * Microsoft SQL Server. Its SQL has only been tested with a parser and an imitation so far, not with a real
     * server.
     */
    public static final Dialect SQLSERVER = new Dialect(new SqlServerDialect());

    /** Oracle Database. Its SQL has only been tested with a parser and an imitation so far, not with a real server. */
    public static final Dialect ORACLE = new Dialect(new OracleDialect());

    private static final List<Dialect> ALL = List.of(H2, POSTGRESQL, MYSQL, SQLITE, SQLSERVER, ORACLE);

    private final SqlDialect sql;

    private Dialect(SqlDialect sql) {
        this.sql = sql;
    }

    static List<Dialect> all() {
        return ALL;
    }

    /** Asks the database what it is. */
    static Dialect of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        for (var dialect : ALL) if (dialect.sql.speaksFor(product)) return dialect;
        throw new IllegalStateException("no dialect for the database " + product + "; there are " + ALL);
    }

    /** Its name, which is also the folder of its migrations. */
    public String name() {
        return sql.name();
    }

    /** What this database does in its own way. */
    SqlDialect sql() {
        return sql;
    }

    @Override
    public String toString() {
        return name();
    }
}
