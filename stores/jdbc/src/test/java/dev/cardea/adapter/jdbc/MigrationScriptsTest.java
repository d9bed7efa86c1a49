package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The scripts for Flyway and Liquibase are the migrations, written to a file for each database whose statements can be run
 * again as they are. {@code -Dcardea.write=scripts} writes the files.
 */
class MigrationScriptsTest {
    private static final Path FOLDER = Path.of("src/main/resources/dev/cardea/flyway");

    private static final Map<String, Dialect> DIALECTS = Map.of(
            "h2", Dialect.H2,
            "postgresql", Dialect.POSTGRESQL,
            "mysql", Dialect.MYSQL,
            "mariadb", Dialect.MYSQL,
            "sqlite", Dialect.SQLITE);

    /** The time now, in the form of {@link MigrationHistory}. */
    private static final Map<Dialect, String> NOW = Map.of(
            Dialect.H2, "formatdatetime(current_timestamp, 'yyyy-MM-dd''T''HH:mm:ss''Z''', 'en', 'UTC')",
            Dialect.POSTGRESQL, "to_char(current_timestamp at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')",
            Dialect.MYSQL, "date_format(utc_timestamp(), '%Y-%m-%dT%H:%i:%sZ')",
            Dialect.SQLITE, "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')");

    static List<String> databases() {
        return DIALECTS.keySet().stream().sorted().toList();
    }

    @ParameterizedTest
    @MethodSource("databases")
    void a_script_is_what_the_migrations_do(String database) throws IOException {
        var file = FOLDER.resolve(database).resolve("beforeMigrate__cardea.sql");
        var script = script(DIALECTS.get(database));
        if ("scripts".equals(System.getProperty("cardea.write"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, script);
        }
        assertThat(file)
                .as("write it with: mvn -q -pl stores/jdbc -am test -Dtest=MigrationScriptsTest"
                        + " -Dsurefire.failIfNoSpecifiedTests=false -Dcardea.write=scripts")
                .hasContent(script);
    }

    private static String script(Dialect dialect) {
        var sql = dialect.sql();
        var history = new MigrationHistory(sql, Layout.DRIZZLE);
        var script = new StringBuilder("""
                -- Creates what is missing of Cardea's tables. Flyway runs it before each migration, Liquibase when it has changed.
                -- Generated from the migrations in dev/cardea/adapter/jdbc: do not edit.
                """);
        script.append(history.create()).append(";\n");
        for (var migration : Migration.all(sql, Layout.DRIZZLE, sql.idType(), List.of())) {
            script.append("\n-- ").append(migration.name()).append('\n');
            for (var statement : migration.statements())
                script.append(sql.ddl(statement)).append(";\n");
            script.append(record(dialect, migration)).append(";\n");
        }
        return script.toString();
    }

    /** The statement of the history, where it is not there yet. */
    private static String record(Dialect dialect, Migration migration) {
        String table = dialect.sql().quote("cardea_migration");
        String version = dialect.sql().quote("version");
        return "insert into " + table + " (" + version + ", " + dialect.sql().quote("name") + ", "
                + dialect.sql().quote("appliedAt") + ")\nselect " + migration.version() + ", '" + migration.name()
                + "', " + NOW.get(dialect) + " from (select 1 as one) as t\nwhere not exists (select 1 from " + table
                + " where " + version + " = " + migration.version() + ")";
    }
}
