package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("part")
@Tag("store")
class PostgresDrizzleSideBySideTest extends SideBySideTest {
    PostgresDrizzleSideBySideTest() {
        super(
                PostgresDatabase.create(),
                "drizzle-postgresql.sql",
                "drizzle-pg",
                "user",
                "account",
                "session",
                "verificationToken");
    }
}
