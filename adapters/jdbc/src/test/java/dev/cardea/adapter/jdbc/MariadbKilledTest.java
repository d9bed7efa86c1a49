package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("process")
@Tag("store")
class MariadbKilledTest extends KilledTest {
    private final MariadbDatabase database = MariadbDatabase.create();

    @Override
    Database open() {
        return database.again();
    }
}
