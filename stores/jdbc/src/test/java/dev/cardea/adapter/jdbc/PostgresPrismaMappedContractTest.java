package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-2")
@Tag("store")
class PostgresPrismaMappedContractTest extends NarrowLayoutContractTest {
    PostgresPrismaMappedContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA_MAPPED, "prisma-mapped-postgresql.sql");
    }
}
