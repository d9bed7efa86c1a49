package dev.cardea.adapter.jdbc;

class PostgresSupabaseContractTest extends OneTokenLayoutContractTest {
    PostgresSupabaseContractTest() {
        super(PostgresDatabase.create(), Layout.SUPABASE, "supabase-postgresql.sql");
    }
}
