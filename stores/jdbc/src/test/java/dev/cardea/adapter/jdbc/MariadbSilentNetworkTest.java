package dev.cardea.adapter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("part")
@Tag("store")
class MariadbSilentNetworkTest extends SilentNetworkTest {
    MariadbSilentNetworkTest() {
        super(MariadbDatabase.create());
    }
}
