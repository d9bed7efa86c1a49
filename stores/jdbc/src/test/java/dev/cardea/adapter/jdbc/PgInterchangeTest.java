package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("rotation-8")
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
