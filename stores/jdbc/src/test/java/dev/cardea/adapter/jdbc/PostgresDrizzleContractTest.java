package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-0")
@Tag("store")
class PostgresDrizzleContractTest extends NarrowLayoutContractTest {
    PostgresDrizzleContractTest() {
        super(PostgresDatabase.create(), Layout.DRIZZLE, "drizzle-postgresql.sql");
    }
}
