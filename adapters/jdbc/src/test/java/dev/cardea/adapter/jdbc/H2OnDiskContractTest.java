package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.testkit.FullContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On disk, and with columns of the application's own in the user table. */
class H2OnDiskContractTest implements FullContract {
    @TempDir
    static Path folder;

    private static Database database;
    private static JdbcAdapter adapter;

    @BeforeAll
    static void open() {
        database = H2Database.onDisk(folder);
        JdbcMigrations.of(database.pool()).run(line -> {});
        database.execute("alter table \"user\" add (\"role\" varchar, \"phone\" varchar)");
        adapter = JdbcAdapter.of(database.pool());
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Override
    public JdbcAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    @Override
    public int rounds() {
        return 10;
    }
}
