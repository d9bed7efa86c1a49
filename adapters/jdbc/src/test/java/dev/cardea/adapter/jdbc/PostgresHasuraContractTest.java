package dev.cardea.adapter.jdbc;

class PostgresHasuraContractTest extends OneTokenLayoutContractTest {
    PostgresHasuraContractTest() {
        super(PostgresDatabase.create(), Layout.HASURA, "hasura-postgresql.sql");
    }
}
