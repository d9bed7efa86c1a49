package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("rotation-6")
@Tag("store")
class MariadbDrizzleInterchangeTest extends InterchangeTest {
    MariadbDrizzleInterchangeTest() {
        super(MariadbDatabase.create("collate utf8mb4_general_ci"), "drizzle-mysql.sql", "drizzle-mysql");
    }
}
