package dev.cardea.adapter.jdbc;

class SqliteContractTest extends OwnColumnsContractTest {
    SqliteContractTest() {
        super(SqliteDatabase.create());
    }

    @Override
    public int rounds() {
        return 20;
    }
}
