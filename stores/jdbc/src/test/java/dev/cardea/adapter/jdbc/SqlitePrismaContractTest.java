package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

/** To SQLite the tables of Prisma have the names that Drizzle gives them. */
@Tag("nightly")
@Tag("rotation-5")
@Tag("store")
class SqlitePrismaContractTest extends LayoutContractTest {
    SqlitePrismaContractTest() {
        super(SqliteDatabase.create(), Layout.DRIZZLE, "prisma-sqlite.sql");
    }
}
