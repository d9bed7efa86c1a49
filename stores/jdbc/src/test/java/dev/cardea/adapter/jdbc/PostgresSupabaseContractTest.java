package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-6")
@Tag("store")
class PostgresSupabaseContractTest extends OneTokenLayoutContractTest {
    PostgresSupabaseContractTest() {
        super(PostgresDatabase.create(), Layout.SUPABASE, "supabase-postgresql.sql");
    }
}
