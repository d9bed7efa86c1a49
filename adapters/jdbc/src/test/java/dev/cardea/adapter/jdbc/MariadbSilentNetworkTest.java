package dev.cardea.adapter.jdbc;

class MariadbSilentNetworkTest extends SilentNetworkTest {
    MariadbSilentNetworkTest() {
        super(MariadbDatabase.create());
    }
}
