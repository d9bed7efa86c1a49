package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.testkit.CleanUpContract;
import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-8")
class H2InMemoryContractTest implements FullContract, CleanUpContract, UserIndexContract, UserLocksContract {
    private static Database database;
    private static JdbcAdapter adapter;

    @BeforeAll
    static void open() {
        database = H2Database.inMemory();
        adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
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
    public void deleteExpired() {
        adapter.deleteExpired();
    }
}
