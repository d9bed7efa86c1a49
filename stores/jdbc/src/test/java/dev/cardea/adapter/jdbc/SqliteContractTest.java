package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class SqliteContractTest extends OwnColumnsContractTest {
    SqliteContractTest() {
        super(SqliteDatabase.create());
    }

    @Override
    public int rounds() {
        return 20;
    }
}
