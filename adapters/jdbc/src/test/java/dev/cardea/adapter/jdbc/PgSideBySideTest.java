package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("node")
@Tag("store")
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
