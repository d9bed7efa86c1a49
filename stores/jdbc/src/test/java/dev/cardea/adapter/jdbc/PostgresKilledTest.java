package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("nightly")
@Tag("process")
@Tag("rotation-3")
@Tag("store")
class PostgresKilledTest extends KilledTest {
    private final PostgresDatabase database = PostgresDatabase.create();

    @Override
    Database open() {
        return database.again();
    }
}
