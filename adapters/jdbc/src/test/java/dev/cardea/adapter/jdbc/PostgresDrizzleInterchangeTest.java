package dev.cardea.adapter.jdbc;

class PostgresDrizzleInterchangeTest extends InterchangeTest {
    PostgresDrizzleInterchangeTest() {
        super(PostgresDatabase.create(), "drizzle-postgresql.sql", "drizzle-pg");
    }
}
