package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.testkit.FullContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** With columns of the application's own in the user table. */
class MariadbContractTest implements FullContract {
    private static Database database;
    private static JdbcAdapter adapter;

    @BeforeAll
    static void open() {
        database = MariadbDatabase.create();
        JdbcMigrations.of(database.pool()).run(line -> {});
        database.execute(
                "alter table \"user\" add \"role\" varchar(255)", "alter table \"user\" add \"phone\" varchar(255)");
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
        return 20;
    }
}
