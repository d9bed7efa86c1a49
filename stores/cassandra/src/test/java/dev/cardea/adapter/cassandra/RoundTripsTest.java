package dev.cardea.adapter.cassandra;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.Flow;
import dev.cardea.adapter.testkit.RoundTripsContract;
import org.junit.jupiter.api.Tag;

/** The round trips of sign-ins, as docs/stores.md has them: each statement is one for the application. */
@Tag("store")
class RoundTripsTest extends PeopleTest implements RoundTripsContract {
    private final InterruptedCommands commands = InterruptedCommands.never(commands(session));
    private final CassandraAdapter counted = CassandraAdapter.of(commands);

    @Override
    public Adapter adapter() {
        return counted;
    }

    @Override
    public long roundTrips() {
        return commands.steps();
    }

    @Override
    public int expected(Flow flow) {
        return switch (flow) {
            case SESSION_CHECK -> 2;
            case SIGN_OUT -> 3;
            case LINK -> 6;
            case OAUTH_KNOWN -> 7;
            case OAUTH_NEW -> 9;
            case PASSKEY -> 10;
            case CONFIRMATION -> 2;
            case SESSION_LIST -> 23;
            case SESSION_END -> 27;
        };
    }
}
