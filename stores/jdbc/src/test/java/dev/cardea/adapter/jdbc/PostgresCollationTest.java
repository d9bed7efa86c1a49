package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.model.User;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns for which an application chose a loose collation still match exactly. */
@Tag("store")
class PostgresCollationTest {
    private final Database database = PostgresDatabase.create();

    @AfterEach
    void close() {
        database.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text collate loose", "varchar(255) collate loose", "citext", "char(40)"})
    void texts_that_the_database_takes_for_the_same_are_different(String type) {
        database.execute(
                "create extension citext",
                "create collation loose (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
                "create table \"user\" (\"id\" text primary key, \"name\" text, \"email\" " + type
                        + " unique, \"emailVerified\" timestamp, \"image\" text)");
        var adapter =
                JdbcAdapter.builder(database.pool()).migrateOnStart(line -> {}).build();
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));

        assertThat(adapter.getUserByEmail("ada@example.com").orElseThrow().id()).isEqualTo(user.id());
        assertThat(adapter.getUserByEmail("Ada@example.com")).isEmpty();
        assertThat(adapter.getUserByEmail("ada@example.com ")).isEmpty();
        assertThat(adapter.getUserByEmail("\u00E0da@example.com")).isEmpty();
        // The table's unique key rejects a similar address, so no user can take over another's account.
        if (type.startsWith("char")) return;
        assertThatThrownBy(() -> adapter.createUser(User.of(null, "Eve", "ADA@example.com")))
                .isInstanceOf(DuplicateKeyException.class);
    }
}
