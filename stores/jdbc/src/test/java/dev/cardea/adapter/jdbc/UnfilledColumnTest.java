package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.model.User;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** A column of the application that needs a value fails each first sign-in: an operator must learn which one it is. */
@Tag("store")
@Tag("part")
class UnfilledColumnTest {
    @TestFactory
    Stream<DynamicTest> a_required_column_without_a_default_is_named_beforehand_and_when_a_user_is_created() {
        return Map.<String, Supplier<Database>>of(
                        "SQLite", SqliteDatabase::create,
                        "H2", H2Database::inMemory,
                        "PostgreSQL", PostgresDatabase::create,
                        "MariaDB", MariadbDatabase::create)
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    try (var database = each.getValue().get()) {
                        requireNamed(database);
                    }
                }));
    }

    private static void requireNamed(Database database) {
        database.execute(
                "create table \"user\" (\"id\" varchar(100) primary key, \"email\" varchar(200) unique,"
                        + " \"plan\" varchar(20) not null, \"level\" varchar(20) default 'x' not null, \"note\" varchar(20), \"updatedAt\" timestamp not null)");
        JdbcMigrations.of(database.pool()).layout(Layout.DRIZZLE).run(line -> {});
        var adapter =
                JdbcAdapter.builder(database.pool()).layout(Layout.DRIZZLE).build();
        assertThat(adapter.warnings()).singleElement().asString().contains("user.plan", "profile function");
        assertThatThrownBy(() -> adapter.createUser(User.of(null, null, "ada@example.com")))
                .hasMessageContaining("plan needs a value");
        assertThat(adapter.createUser(User.of(null, null, "ada@example.com").with("plan", "free")))
                .isNotNull();
    }
}
