package dev.cardea.adapter.jdbc;

class MariadbDrizzleInterchangeTest extends InterchangeTest {
    MariadbDrizzleInterchangeTest() {
        super(MariadbDatabase.create("collate utf8mb4_general_ci"), "drizzle-mysql.sql", "drizzle-mysql");
    }
}
