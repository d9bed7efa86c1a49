package dev.cardea.adapter.cassandra;

import dev.cardea.adapter.testkit.AccountIndexContract;
import dev.cardea.adapter.testkit.AccountUpdatesContract;
import dev.cardea.adapter.testkit.AuthenticatorContract;
import dev.cardea.adapter.testkit.PasskeyRecordsContract;
import dev.cardea.adapter.testkit.SessionContract;
import dev.cardea.adapter.testkit.SessionIndexContract;
import dev.cardea.adapter.testkit.SpentTokensContract;
import dev.cardea.adapter.testkit.TokenContract;
import dev.cardea.adapter.testkit.UserContract;
import org.junit.jupiter.api.BeforeAll;

/** All that Cassandra can do: everything but units of work. */
class CassandraContractTest
        implements UserContract,
                SessionContract,
                TokenContract,
                AuthenticatorContract,
                AccountUpdatesContract,
                AccountIndexContract,
                SessionIndexContract,
                SpentTokensContract,
                PasskeyRecordsContract {
    private static CassandraAdapter adapter;

    @BeforeAll
    static void open() {
        var session = CassandraServer.start().session();
        CassandraTables.of(session, "cardea").run(line -> {});
        adapter = CassandraAdapter.builder(session).keyspace("cardea").build();
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
