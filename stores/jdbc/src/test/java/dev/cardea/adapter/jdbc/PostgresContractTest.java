package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresContractTest extends OwnColumnsContractTest {
    PostgresContractTest() {
        super(PostgresDatabase.create());
    }
}
