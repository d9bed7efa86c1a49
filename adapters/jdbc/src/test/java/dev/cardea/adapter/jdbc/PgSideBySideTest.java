package dev.cardea.adapter.jdbc;

class PgSideBySideTest extends SideBySideTest {
    PgSideBySideTest() {
        super(
                PostgresDatabase.create(),
                "pg-postgresql.sql",
                "pg",
                "users",
                "accounts",
                "sessions",
                "verification_token");
    }
}
