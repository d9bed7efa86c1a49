package dev.cardea.server;

import java.nio.file.Path;

/** The databases on which outages and clean-ups are tested. */
public enum SharedDatabaseKind {
    H2,
    POSTGRESQL,
    MARIADB;

    /** Starts one with the tables in it. */
    public SharedDatabase start(Path folder) throws Exception {
        var database = switch (this) {
            case H2 -> new SharedH2(folder);
            case POSTGRESQL -> new SharedPostgres(folder);
            case MARIADB -> new SharedMariadb(folder);
        };
        return database.withTables();
    }
}
