package dev.cardea.adapter.jdbc;

class PostgresSilentNetworkTest extends SilentNetworkTest {
    PostgresSilentNetworkTest() {
        super(PostgresDatabase.create());
    }
}
