package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("part")
@Tag("store")
class MariadbRateLimiterTest extends JdbcRateLimiterTest {
    MariadbRateLimiterTest() {
        super(MariadbDatabase.create());
    }

    @Override
    Database another(Database like) {
        return MariadbDatabase.create();
    }
}
