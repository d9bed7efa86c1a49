package dev.cardea.adapter.jdbc;

class PostgresTypeormContractTest extends LayoutContractTest {
    PostgresTypeormContractTest() {
        super(PostgresDatabase.create(), Layout.TYPEORM, "typeorm-postgresql.sql");
    }
}
