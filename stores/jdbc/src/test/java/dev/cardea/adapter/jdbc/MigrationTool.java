package dev.cardea.adapter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import liquibase.Contexts;
import liquibase.Liquibase;
import liquibase.database.DatabaseFactory;
import liquibase.database.jvm.JdbcConnection;
import liquibase.resource.ClassLoaderResourceAccessor;
import liquibase.resource.CompositeResourceAccessor;
import liquibase.resource.DirectoryResourceAccessor;
import org.flywaydb.core.Flyway;

/** A tool that creates a table of the application, {@code note}, next to Cardea's. */
enum MigrationTool {
    FLYWAY {
        @Override
        void run(Database database, Path folder) {
            write(folder.resolve("V1__note.sql"), note(database) + ";");
            String vendor = database.url().replaceFirst("jdbc:(\\w+):.*", "$1");
            var flyway = Flyway.configure()
                    .dataSource(database.pool())
                    .locations("filesystem:" + folder, "classpath:dev/cardea/flyway/" + vendor)
                    .failOnMissingLocations(true)
                    .baselineOnMigrate(true)
                    .baselineVersion("0")
                    .load();
            // The MariaDB of the tests lacks system tables, which Flyway reads to see whether a schema is empty.
            boolean isFirst = !database.tables().contains("flyway_schema_history");
            if (database.dialect() == Dialect.MYSQL && isFirst) flyway.baseline();
            flyway.migrate();
        }
    },
    LIQUIBASE {
        @Override
        void run(Database database, Path folder) {
            write(folder.resolve("changelog.xml"), """
                    <databaseChangeLog xmlns="http://www.liquibase.org/xml/ns/dbchangelog"
                        xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                        xsi:schemaLocation="http://www.liquibase.org/xml/ns/dbchangelog
                            http://www.liquibase.org/xml/ns/dbchangelog/dbchangelog-latest.xsd">
                      <include file="dev/cardea/liquibase/changelog.xml"/>
                      <changeSet id="1" author="application">
                        <sql>%s</sql>
                      </changeSet>
                    </databaseChangeLog>
                    """.formatted(note(database)));
            try (var connection = database.pool().getConnection();
                    var files = new CompositeResourceAccessor(
                            new ClassLoaderResourceAccessor(), new DirectoryResourceAccessor(folder));
                    var liquibase = new Liquibase(
                            "changelog.xml",
                            files,
                            DatabaseFactory.getInstance()
                                    .findCorrectDatabaseImplementation(new JdbcConnection(connection)))) {
                liquibase.update(new Contexts());
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
    };

    /** @param folder for the files of the application */
    abstract void run(Database database, Path folder);

    /** Fails where Cardea's tables are not there yet. */
    private static String note(Database database) {
        var sql = database.dialect().sql();
        String type = database.dialect() == Dialect.MYSQL
                ? "varchar(255) character set utf8mb4 collate utf8mb4_nopad_bin"
                : sql.idType();
        return "create table note (id integer not null primary key, owner " + type + ", foreign key (owner) references "
                + sql.quote("user") + " (" + sql.quote("id") + "))";
    }

    private static void write(Path file, String content) {
        try {
            Files.writeString(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
