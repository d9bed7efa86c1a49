package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresPgContractTest extends LayoutContractTest {
    PostgresPgContractTest() {
        super(PostgresDatabase.create(), Layout.PG, "pg-postgresql.sql");
    }
}
