package dev.cardea.adapter.jdbc;

class SqliteDrizzleContractTest extends LayoutContractTest {
    SqliteDrizzleContractTest() {
        super(SqliteDatabase.create(), Layout.DRIZZLE, "drizzle-sqlite.sql");
    }
}
