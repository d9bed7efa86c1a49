package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.testkit.CleanUpContract;
import dev.cardea.adapter.testkit.FullContract;
import dev.cardea.adapter.testkit.UserIndexContract;
import dev.cardea.adapter.testkit.UserLocksContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * A database that was made for Auth.js. The layout is found out; what it lacks, such as the table for used-up keys, is
 * added by the migrations.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class LayoutContractTest implements FullContract, CleanUpContract, UserIndexContract, UserLocksContract {
    final Database database;
    private final Layout layout;
    private final JdbcAdapter adapter;

    LayoutContractTest(Database database, Layout layout, String file) {
        this(executed(database, file), layout);
    }

    /** Of tables that are there. */
    LayoutContractTest(Database database, Layout layout) {
        this.database = database;
        this.layout = layout;
        adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
    }

    private static Database executed(Database database, String file) {
        database.executeFile(file);
        return database;
    }

    @AfterAll
    void close() {
        database.close();
    }

    @Test
    void the_layout_is_found_out_and_no_table_of_another_is_made() throws Exception {
        try (var connection = database.pool().getConnection()) {
            var found = Tables.of(
                    connection, database.dialect().sql(), null, new IdAndClock(length -> new byte[length], null));
            assertThat(found.layout()).isSameAs(layout);
        }
        assertThat(database.tables(layout.schema()))
                .usingElementComparator(String.CASE_INSENSITIVE_ORDER)
                .filteredOn(table -> !table.equals("provider_type"))
                .containsExactlyInAnyOrder(
                        layout.table("user"),
                        layout.table("account"),
                        layout.table("session"),
                        layout.table("verificationToken"),
                        layout.table("authenticator"),
                        "cardea_passkey",
                        "cardea_record",
                        "cardea_session",
                        "cardea_spent_token",
                        "cardea_limit",
                        "cardea_account",
                        "cardea_migration");
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
    public int rounds() {
        return 5;
    }
}
