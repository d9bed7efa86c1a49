package dev.cardea.adapter.jdbc;

class MariadbContractTest extends OwnColumnsContractTest {
    MariadbContractTest() {
        super(MariadbDatabase.create());
    }

    @Override
    public int rounds() {
        return 20;
    }
}
