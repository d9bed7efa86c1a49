package dev.cardea.adapter.jdbc;

class SqliteRateLimiterTest extends JdbcRateLimiterTest {
    SqliteRateLimiterTest() {
        super(SqliteDatabase.create());
    }

    @Override
    public int rounds() {
        return 4;
    }

    @Override
    Database another(Database like) {
        return SqliteDatabase.create();
    }
}
