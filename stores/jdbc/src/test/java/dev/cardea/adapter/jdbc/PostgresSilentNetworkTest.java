package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("store")
class PostgresSilentNetworkTest extends SilentNetworkTest {
    PostgresSilentNetworkTest() {
        super(PostgresDatabase.create());
    }
}
