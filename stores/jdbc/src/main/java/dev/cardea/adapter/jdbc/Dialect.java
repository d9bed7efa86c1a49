package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.BiFunction;

/** A database for {@link JdbcAdapter.Builder#dialect}, if the adapter shouldn't ask which one it is. */
public final class Dialect {
    /**
     * H2, for tests in memory. An H2 file loses acknowledged commits if its process is killed: half a second of them,
     * and some even with {@code ;WRITE_DELAY=0}.
     */
    public static final Dialect H2 = new Dialect(new H2Dialect(), LimitTable::new);

    /** PostgreSQL, and databases with its protocol. */
    public static final Dialect POSTGRESQL = new Dialect(new PostgresDialect(), PostgresLimitTable::new);

    /** MySQL and MariaDB. */
    public static final Dialect MYSQL = new Dialect(new MysqlDialect(), MysqlLimitTable::new);

    /**
     * SQLite. One connection writes at a time, and the others wait up to the statement timeout. With
     * {@code journal_mode=WAL}, readers don't have to wait.
     */
    public static final Dialect SQLITE = new Dialect(new SqliteDialect(), UpsertLimitTable::new);

    /**
     * Microsoft SQL Server. Its SQL has only been tested with a parser and an imitation so far, not with a real
     * server.
     */
    public static final Dialect SQLSERVER = new Dialect(new SqlServerDialect(), LimitTable::new);

    /** Oracle Database. Its SQL has only been tested with a parser and an imitation so far, not with a real server. */
    public static final Dialect ORACLE = new Dialect(new OracleDialect(), LimitTable::new);

    private static final List<Dialect> ALL = List.of(H2, POSTGRESQL, MYSQL, SQLITE, SQLSERVER, ORACLE);

    private final SqlDialect sql;
    private final BiFunction<SqlDialect, TableName, LimitTable> limits;

    private Dialect(SqlDialect sql, BiFunction<SqlDialect, TableName, LimitTable> limits) {
        this.sql = sql;
        this.limits = limits;
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

    /** The table of rate limits. */
    LimitTable limits(TableName table) {
        return limits.apply(sql, table);
    }

    @Override
    public String toString() {
        return name();
    }
}
