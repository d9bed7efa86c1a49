package dev.cardea.adapter.jdbc;

class PostgresRateLimiterTest extends JdbcRateLimiterTest {
    PostgresRateLimiterTest() {
        super(PostgresDatabase.create());
    }

    @Override
    Database another(Database like) {
        return PostgresDatabase.create();
    }
}
