package dev.cardea.adapter.jdbc;

class SqliteMigrationsTest extends JdbcMigrationsTest {
    SqliteMigrationsTest() {
        super(SqliteDatabase.create());
    }

    @Override
    Database another() {
        return SqliteDatabase.create();
    }
}
