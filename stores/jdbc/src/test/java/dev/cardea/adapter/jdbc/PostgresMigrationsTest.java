package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresMigrationsTest extends JdbcMigrationsTest {
    PostgresMigrationsTest() {
        super(PostgresDatabase.create());
    }

    @Override
    Database another() {
        return PostgresDatabase.create();
    }
}
