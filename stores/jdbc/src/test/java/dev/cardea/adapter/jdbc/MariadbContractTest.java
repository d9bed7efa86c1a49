package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("part")
@Tag("store")
class MariadbContractTest extends OwnColumnsContractTest {
    MariadbContractTest() {
        super(MariadbDatabase.create());
    }

    @Override
    public int rounds() {
        return 20;
    }
}
