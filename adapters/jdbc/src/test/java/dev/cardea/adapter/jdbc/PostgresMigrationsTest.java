package dev.cardea.adapter.jdbc;

class PostgresMigrationsTest extends JdbcMigrationsTest {
    PostgresMigrationsTest() {
        super(PostgresDatabase.create());
    }

    @Override
    Database another() {
        return PostgresDatabase.create();
    }
}
