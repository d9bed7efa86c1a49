package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("node")
@Tag("part")
@Tag("rotation-0")
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
