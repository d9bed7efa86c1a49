package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("part")
@Tag("store")
class MariadbMigrationsTest extends JdbcMigrationsTest {
    MariadbMigrationsTest() {
        super(MariadbDatabase.create());
    }

    @Override
    Database another() {
        return MariadbDatabase.create();
    }
}
