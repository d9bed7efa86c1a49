package dev.cardea.adapter.cassandra;

import dev.cardea.adapter.testkit.WithoutUnitsContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** All that Cassandra can do: everything but units of work. */
@Tag("store")
class CassandraContractTest implements WithoutUnitsContract {
    private static CassandraAdapter adapter;

    @BeforeAll
    static void open() {
        var session = CassandraServer.start().session();
        adapter = CassandraAdapter.builder(session).keyspace("cardea").build();
        adapter.createSchema(line -> {});
    }

    @Override
    public CassandraAdapter adapter() {
        return adapter;
    }

    @Override
    public boolean keepsOwnFields() {
        return true;
    }

    /** Each of them is several rounds of agreeing. */
    @Override
    public int rounds() {
        return 10;
    }
}
