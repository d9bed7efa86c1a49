package dev.cardea.adapter.jdbc;

class PostgresKilledTest extends KilledTest {
    private final PostgresDatabase database = PostgresDatabase.create();

    @Override
    Database open() {
        return database.again();
    }
}
