package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("store")
class MariadbDrizzleInterchangeTest extends InterchangeTest {
    MariadbDrizzleInterchangeTest() {
        super(MariadbDatabase.create("collate utf8mb4_general_ci"), "drizzle-mysql.sql", "drizzle-mysql");
    }
}
