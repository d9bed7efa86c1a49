package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;

/** The samples of the guide. */
final class Sample {
    private Sample() {}

    static CassandraAdapter store(CqlSession session) {
        // sample
        var adapter = CassandraAdapter.builder(session).keyspace("people").build();
        adapter.createSchema(System.out::println); // or tables.cql, by hand
        // end
        return adapter;
    }

    static CassandraAdapter everywhere(CqlSession session) {
        // sample
        var adapter = CassandraAdapter.builder(session)
                .consistency(DefaultConsistencyLevel.QUORUM, DefaultConsistencyLevel.SERIAL)
                .build();
        // end
        return adapter;
    }
}
