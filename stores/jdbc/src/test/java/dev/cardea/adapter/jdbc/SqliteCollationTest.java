package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.model.User;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns for which an application chose a loose collation still match exactly. */
@Tag("store")
class SqliteCollationTest {
    @ParameterizedTest
    @ValueSource(strings = {"text collate nocase", "varchar(99) COLLATE RTRIM"})
    void texts_that_the_database_takes_for_the_same_are_different(String type) {
        try (var database = SqliteDatabase.create()) {
            database.execute("create table \"user\" (\"id\" text primary key, \"name\" text, \"email\" " + type
                    + " unique, \"emailVerified\" integer, \"image\" text)");
            var adapter = JdbcAdapter.builder(database.pool())
                    .migrateOnStart(line -> {})
                    .build();
            var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));

            assertThat(adapter.getUserByEmail("ada@example.com")).hasValue(user);
            assertThat(adapter.getUserByEmail("Ada@example.com")).isEmpty();
            assertThat(adapter.getUserByEmail("ada@example.com ")).isEmpty();
        }
    }
}
