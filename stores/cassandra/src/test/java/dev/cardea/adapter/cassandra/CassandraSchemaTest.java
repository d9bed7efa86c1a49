package dev.cardea.adapter.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cardea.adapter.Schema;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.testkit.SchemaContract;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("store")
class CassandraSchemaTest implements SchemaContract {
    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final CqlSession session = CassandraServer.start().session();

    @Override
    public Schema onEmptyStore() {
        String keyspace = "schema" + NUMBER.incrementAndGet();
        session.execute("create keyspace " + keyspace
                + " with replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
        return CassandraAdapter.builder(session).keyspace(keyspace).build();
    }

    @Test
    void a_keyspace_that_does_not_exist_is_an_error_of_the_store() {
        Schema schema = CassandraAdapter.builder(session).keyspace("nowhere").build();
        assertThatThrownBy(() -> schema.createSchema(line -> {}))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nowhere");
    }
}
