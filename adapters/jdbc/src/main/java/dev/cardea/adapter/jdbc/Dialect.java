package dev.cardea.adapter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A database that {@link JdbcAdapter.Builder#dialect} names, where the adapter is not to ask which one it is. */
public final class Dialect {
    /**
     * H2. For tests, in memory: a file of H2 loses acknowledged commits when its process is killed, with
     * {@code ;WRITE_DELAY=0} too, and half a second of them without it.
     */
    public static final Dialect H2 = new Dialect(new H2Dialect());

    /** PostgreSQL, and what speaks its protocol. */
    public static final Dialect POSTGRESQL = new Dialect(new PostgresDialect());

    /** MySQL, and MariaDB. */
    public static final Dialect MYSQL = new Dialect(new MysqlDialect());

    /**
     * SQLite. One writes at a time, and the others wait, as long as the statement timeout says; {@code journal_mode=WAL}
     * lets readers go on meanwhile.
     */
    public static final Dialect SQLITE = new Dialect(new SqliteDialect());

    /** Microsoft SQL Server. Its SQL is only parsed and run on an imitation so far; no real one was tried. */
    public static final Dialect SQLSERVER = new Dialect(new SqlServerDialect());

    /** Oracle Database. Its SQL is only parsed and run on an imitation so far; no real one was tried. */
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
