package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-3")
@Tag("store")
class PostgresPrismaSnakeContractTest extends NarrowLayoutContractTest {
    PostgresPrismaSnakeContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA_SNAKE, "prisma-snake-postgresql.sql");
    }

    @Override
    boolean hasOwnPasskeys() {
        return false;
    }
}
