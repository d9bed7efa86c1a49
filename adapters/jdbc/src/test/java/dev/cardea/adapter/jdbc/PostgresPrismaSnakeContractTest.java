package dev.cardea.adapter.jdbc;

class PostgresPrismaSnakeContractTest extends NarrowLayoutContractTest {
    PostgresPrismaSnakeContractTest() {
        super(PostgresDatabase.create(), Layout.PRISMA_SNAKE, "prisma-snake-postgresql.sql");
    }

    @Override
    boolean hasOwnPasskeys() {
        return false;
    }
}
