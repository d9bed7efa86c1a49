package dev.cardea.adapter.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.cardea.adapter.testkit.FullContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

class H2InMemoryContractTest implements FullContract {
    private static HikariDataSource database;
    private static JdbcAdapter adapter;

    @BeforeAll
    static void open() {
        database = H2.inMemory();
        adapter = JdbcAdapter.builder(database).migrateOnStart(line -> {}).build();
    }

    @AfterAll
    static void close() {
        database.close();
    }

    @Override
    public JdbcAdapter adapter() {
        return adapter;
    }
}
