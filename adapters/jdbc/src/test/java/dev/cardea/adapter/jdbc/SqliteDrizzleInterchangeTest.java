package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("store")
class SqliteDrizzleInterchangeTest extends InterchangeTest {
    SqliteDrizzleInterchangeTest() {
        super(SqliteDatabase.create(), "drizzle-sqlite.sql", "drizzle-sqlite");
    }
}
