package dev.cardea.adapter.jdbc;

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
