package dev.cardea.adapter.jdbc;

class H2RateLimiterTest extends JdbcRateLimiterTest {
    H2RateLimiterTest() {
        super(H2Database.inMemory());
    }

    @Override
    Database another(Database like) {
        return H2Database.inMemory();
    }
}
