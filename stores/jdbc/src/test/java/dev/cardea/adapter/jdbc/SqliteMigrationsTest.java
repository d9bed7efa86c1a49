package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class SqliteMigrationsTest extends JdbcMigrationsTest {
    SqliteMigrationsTest() {
        super(SqliteDatabase.create());
    }

    @Override
    Database another() {
        return SqliteDatabase.create();
    }
}
