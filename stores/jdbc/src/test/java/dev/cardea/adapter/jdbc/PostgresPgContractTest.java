package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-8")
@Tag("store")
class PostgresPgContractTest extends LayoutContractTest {
    PostgresPgContractTest() {
        super(PostgresDatabase.create(), Layout.PG, "pg-postgresql.sql");
    }
}
