package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class SqliteRateLimiterTest extends JdbcRateLimiterTest {
    SqliteRateLimiterTest() {
        super(SqliteDatabase.create());
    }

    /** One writes at a time, each to disk: more would wait longer than a try may take. */
    @Override
    public int runners() {
        return 8;
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
