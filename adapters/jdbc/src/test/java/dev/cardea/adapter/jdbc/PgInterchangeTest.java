package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("store")
class PgInterchangeTest extends InterchangeTest {
    PgInterchangeTest() {
        super(PostgresDatabase.create(), "pg-postgresql.sql", "pg");
    }

    @Override
    boolean hasPasskeys() {
        return false;
    }

    @Override
    Object number(String id) {
        return Long.valueOf(id);
    }
}
