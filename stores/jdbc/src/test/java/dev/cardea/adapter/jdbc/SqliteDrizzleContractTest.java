package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-4")
@Tag("store")
class SqliteDrizzleContractTest extends LayoutContractTest {
    SqliteDrizzleContractTest() {
        super(SqliteDatabase.create(), Layout.DRIZZLE, "drizzle-sqlite.sql");
    }
}
