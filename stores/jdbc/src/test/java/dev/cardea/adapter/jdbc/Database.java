package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Consumer;
import javax.sql.DataSource;

/** An empty database to try with, of whatever kind. Names in the SQL of tests are in double quotes on all of them. */
abstract class Database implements AutoCloseable {
    private final Dialect dialect;
    private final List<HikariDataSource> pools = new ArrayList<>();
    private HikariDataSource pool;

    Database(Dialect dialect) {
        this.dialect = dialect;
    }

    /** Where it is, with all that it takes to sign in there. */
    abstract String url();

    /** As programs in other languages know it, where that is not the same. */
    String plainUrl() {
        return url();
    }

    /** The same with sessions in another time zone, where sessions have one. */
    abstract void reach(HikariConfig config, String zone);

    /** A time in an SQL statement, in a column of the default layout. */
    String literal(Instant time) {
        return "timestamp '" + printed(time) + "'";
    }

    /** How it shows such a time. */
    String printed(Instant time) {
        return time.toString().replace('T', ' ').replace("Z", "");
    }

    /** A condition that takes longer than any timeout of the tests. */
    abstract String slow();

    final Dialect dialect() {
        return dialect;
    }

    /** Connections for a crowd. */
    final synchronized HikariDataSource pool() {
        if (pool == null) pool = pool(config -> config.setMaximumPoolSize(40));
        return pool;
    }

    final HikariDataSource pool(Consumer<HikariConfig> settings) {
        var config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setMaximumPoolSize(2);
        config.setMinimumIdle(1);
        config.setConnectionTimeout(5_000);
        settings.accept(config);
        var created = new HikariDataSource(config);
        pools.add(created);
        return created;
    }

    final void execute(String... statements) {
        execute(pool(), statements);
    }

    final void execute(DataSource connections, String... statements) {
        try (var connection = connections.getConnection();
                var statement = connection.createStatement()) {
            for (var sql : statements) statement.execute(quoted(sql));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What Prisma's models are called where the application maps them to plurals. */
    private static final Map<String, String> PLURALS = Map.of(
            "User", "users",
            "Account", "accounts",
            "Session", "sessions",
            "VerificationToken", "verification_tokens",
            "Authenticator", "authenticators");

    private static final String MAPPED = "prisma-mapped-";

    /** The statements of a file beside the tests; {@code prisma-mapped-} are those of {@code prisma-} with plurals. */
    final void executeFile(String file) {
        String text = file.startsWith(MAPPED) ? mapped(content(file.replace(MAPPED, "prisma-"))) : content(file);
        for (var sql : text.split(";\n")) if (!sql.isBlank()) execute(sql);
    }

    private static String content(String file) {
        try (var in = Objects.requireNonNull(Database.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("(?m)^--.*", "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String mapped(String text) {
        String mapped = text;
        for (var name : PLURALS.entrySet()) {
            mapped = mapped.replaceAll("([\"`])" + name.getKey() + "([\"`])", "$1" + name.getValue() + "$2");
        }
        return mapped;
    }

    /** All rows, with bars between the columns. */
    final List<String> rows(String sql) {
        try (var connection = pool().getConnection();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(quoted(sql))) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                var row = new StringJoiner("|");
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) row.add(printed(rows, i));
                all.add(row.toString());
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Not every driver prints the digits of a second. */
    private String printed(ResultSet rows, int column) throws SQLException {
        boolean isLocal = rows.getMetaData().getColumnType(column) == Types.TIMESTAMP
                && !rows.getMetaData().getColumnTypeName(column).equals("timestamptz");
        if (!isLocal) return rows.getString(column);
        var time = rows.getObject(column, LocalDateTime.class);
        return time == null ? "null" : printed(time.toInstant(ZoneOffset.UTC));
    }

    /** Every column of every table, with its type and whether it may be null. */
    final List<String> columns() {
        return columns(null);
    }

    /** @param schema {@code null}: that of the connection */
    private List<String> columns(String schema) {
        try (var connection = pool().getConnection();
                var rows = connection
                        .getMetaData()
                        .getColumns(
                                connection.getCatalog(), schema == null ? connection.getSchema() : schema, "%", "%")) {
            var all = new ArrayList<String>();
            while (rows.next()) {
                if (rows.getString("TABLE_NAME").startsWith("sqlite_")) continue;
                all.add(rows.getString("TABLE_NAME") + "." + rows.getString("COLUMN_NAME") + " "
                        + rows.getString("TYPE_NAME") + " " + rows.getString("IS_NULLABLE"));
            }
            return all.stream().sorted().toList();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    final List<String> tables() {
        return tables(null);
    }

    final List<String> tables(String schema) {
        return columns(schema).stream()
                .map(it -> it.substring(0, it.indexOf('.')))
                .distinct()
                .toList();
    }

    @Override
    public void close() {
        pools.forEach(HikariDataSource::close);
    }

    private String quoted(String sql) {
        return sql.replaceAll("\"(\\w+)\"", dialect.sql().quote("$1"));
    }
}
