package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-1")
@Tag("store")
class PostgresPrismaContractTest extends NarrowLayoutContractTest {
    PostgresPrismaContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA, "prisma-postgresql.sql");
    }
}
