package dev.cardea.adapter.jdbc;

class PostgresContractTest extends OwnColumnsContractTest {
    PostgresContractTest() {
        super(PostgresDatabase.create());
    }
}
