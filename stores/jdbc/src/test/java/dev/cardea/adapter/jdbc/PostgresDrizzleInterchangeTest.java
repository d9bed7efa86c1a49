package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("part")
@Tag("store")
class PostgresDrizzleInterchangeTest extends InterchangeTest {
    PostgresDrizzleInterchangeTest() {
        super(PostgresDatabase.create(), "drizzle-postgresql.sql", "drizzle-pg");
    }
}
