package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("part")
@Tag("process")
@Tag("rotation-2")
@Tag("store")
class MariadbKilledTest extends KilledTest {
    private final MariadbDatabase database = MariadbDatabase.create();

    @Override
    Database open() {
        return database.again();
    }
}
