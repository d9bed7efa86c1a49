package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-4")
@Tag("store")
class PostgresHasuraContractTest extends OneTokenLayoutContractTest {
    PostgresHasuraContractTest() {
        super(PostgresDatabase.create(), Layout.HASURA, "hasura-postgresql.sql");
    }
}
