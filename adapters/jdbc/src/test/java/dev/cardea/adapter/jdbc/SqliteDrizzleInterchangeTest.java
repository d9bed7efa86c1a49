package dev.cardea.adapter.jdbc;

class SqliteDrizzleInterchangeTest extends InterchangeTest {
    SqliteDrizzleInterchangeTest() {
        super(SqliteDatabase.create(), "drizzle-sqlite.sql", "drizzle-sqlite");
    }
}
