package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.OutageContract;
import dev.cardea.testing.Eventually;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Isolated;

/** A Cassandra whose process is stopped, which is that of the other classes. */
@Isolated
@Tag("store")
class OutageTest extends PeopleTest implements OutageContract {
    private static CqlSession impatient;

    @BeforeAll
    static void connect() {
        impatient = CassandraServer.start().connectAsApplicationsDo("people");
    }

    /** The other classes of tests have a connection to the same server. */
    @AfterAll
    static void awaitAnswer() {
        if (impatient == null) return;
        impatient.close();
        Eventually.passes(adapter::check);
    }

    @Override
    public Adapter adapter() {
        return CassandraAdapter.of(commands(impatient));
    }

    @Override
    public void fallSilent() {
        CassandraServer.start().freeze();
    }

    @Override
    public void recover() {
        CassandraServer.start().thaw();
    }
}
