package dev.cardea.adapter.jdbc;

class PostgresKyselyContractTest extends OneTokenLayoutContractTest {
    PostgresKyselyContractTest() {
        super(PostgresDatabase.create(), Layout.KYSELY, "kysely-postgresql.sql");
    }
}
