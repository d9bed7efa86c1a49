package dev.cardea.adapter.jdbc;

class PostgresPgContractTest extends LayoutContractTest {
    PostgresPgContractTest() {
        super(PostgresDatabase.create(), Layout.PG, "pg-postgresql.sql");
    }
}
