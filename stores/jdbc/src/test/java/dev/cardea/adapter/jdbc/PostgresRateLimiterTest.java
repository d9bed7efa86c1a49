package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresRateLimiterTest extends JdbcRateLimiterTest {
    PostgresRateLimiterTest() {
        super(PostgresDatabase.create());
    }

    @Override
    Database another(Database like) {
        return PostgresDatabase.create();
    }
}
