package dev.cardea.adapter.jdbc;

class PostgresDrizzleContractTest extends NarrowLayoutContractTest {
    PostgresDrizzleContractTest() {
        super(PostgresDatabase.create(), Layout.DRIZZLE, "drizzle-postgresql.sql");
    }
}
