package dev.cardea.adapter.jdbc;

class MariadbRateLimiterTest extends JdbcRateLimiterTest {
    MariadbRateLimiterTest() {
        super(MariadbDatabase.create());
    }

    @Override
    Database another(Database like) {
        return MariadbDatabase.create();
    }
}
