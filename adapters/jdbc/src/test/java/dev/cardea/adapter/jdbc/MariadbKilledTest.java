package dev.cardea.adapter.jdbc;

class MariadbKilledTest extends KilledTest {
    private final MariadbDatabase database = MariadbDatabase.create();

    @Override
    Database open() {
        return database.again();
    }
}
