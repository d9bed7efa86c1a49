package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class SqliteDrizzleContractTest extends LayoutContractTest {
    SqliteDrizzleContractTest() {
        super(SqliteDatabase.create(), Layout.DRIZZLE, "drizzle-sqlite.sql");
    }
}
