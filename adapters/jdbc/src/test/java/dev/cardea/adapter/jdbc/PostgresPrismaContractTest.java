package dev.cardea.adapter.jdbc;

class PostgresPrismaContractTest extends NarrowLayoutContractTest {
    PostgresPrismaContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA, "prisma-postgresql.sql");
    }
}
