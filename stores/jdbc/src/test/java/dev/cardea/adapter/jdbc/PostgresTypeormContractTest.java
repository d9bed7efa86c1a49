package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("rotation-7")
@Tag("store")
class PostgresTypeormContractTest extends LayoutContractTest {
    PostgresTypeormContractTest() {
        super(PostgresDatabase.create(), Layout.TYPEORM, "typeorm-postgresql.sql");
    }
}
