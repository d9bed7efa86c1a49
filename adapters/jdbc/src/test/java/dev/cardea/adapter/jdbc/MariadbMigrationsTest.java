package dev.cardea.adapter.jdbc;

class MariadbMigrationsTest extends JdbcMigrationsTest {
    MariadbMigrationsTest() {
        super(MariadbDatabase.create());
    }

    @Override
    Database another() {
        return MariadbDatabase.create();
    }
}
