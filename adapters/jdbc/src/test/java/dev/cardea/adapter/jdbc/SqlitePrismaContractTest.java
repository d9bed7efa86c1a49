package dev.cardea.adapter.jdbc;

/** To SQLite the tables of Prisma have the names that Drizzle gives them. */
class SqlitePrismaContractTest extends LayoutContractTest {
    SqlitePrismaContractTest() {
        super(SqliteDatabase.create(), Layout.DRIZZLE, "prisma-sqlite.sql");
    }
}
