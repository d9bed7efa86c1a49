package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("rotation-9")
@Tag("store")
class SqliteDrizzleInterchangeTest extends InterchangeTest {
    SqliteDrizzleInterchangeTest() {
        super(SqliteDatabase.create(), "drizzle-sqlite.sql", "drizzle-sqlite");
    }
}
