package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.testkit.CleanUpContract;
import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.TestInstance;

/** Tables that our migrations make, with columns of the application's own in the user table. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OwnColumnsContractTest implements FullContract, CleanUpContract, UserIndexContract, UserLocksContract {
    private final Database database;
    private final JdbcAdapter adapter;

    OwnColumnsContractTest(Database database) {
        this.database = database;
        JdbcMigrations.of(database.pool()).run(line -> {});
        database.execute(
                "alter table \"user\" add \"role\" varchar(255)", "alter table \"user\" add \"phone\" varchar(255)");
        adapter = JdbcAdapter.of(database.pool());
    }

    @AfterAll
    void close() {
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

    @Override
    public boolean keepsOwnFields() {
        return true;
    }
}
