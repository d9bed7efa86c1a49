package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-5")
@Tag("store")
class PostgresKyselyContractTest extends OneTokenLayoutContractTest {
    PostgresKyselyContractTest() {
        super(PostgresDatabase.create(), Layout.KYSELY, "kysely-postgresql.sql");
    }
}
