package dev.cardea.adapter.jdbc;

class PostgresPrismaMappedContractTest extends NarrowLayoutContractTest {
    PostgresPrismaMappedContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA_MAPPED, "prisma-mapped-postgresql.sql");
    }
}
