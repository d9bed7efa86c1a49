package dev.cardea.adapter.redis;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.RoundTripsContract;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The round trips of sign-ins, as docs/stores.md has them: each command is one. */
@Tag("part")
@Tag("store")
class RoundTripsTest {
    @Nested
    class OnOneNode extends CountedRoundTrips {
        OnOneNode() {
            super(true, 2, 4, 5, 5, 3, 8);
        }
    }

    /** As on a cluster, over which the keys are spread. */
    @Nested
    class WithoutUnits extends CountedRoundTrips {
        WithoutUnits() {
            super(false, 2, 4, 7, 10, 11, 11);
        }
    }

    abstract static class CountedRoundTrips extends OneNodeTest implements RoundTripsContract {
        private final Map<Flow, Integer> figures = new EnumMap<>(Flow.class);
        private final InterruptedCommands commands = InterruptedCommands.never(new JedisCommands(client));
        private final RedisAdapter adapter;

        CountedRoundTrips(boolean hasUnits, int check, int signOut, int link, int known, int fresh, int passkey) {
            figures.put(Flow.SESSION_CHECK, check);
            figures.put(Flow.SIGN_OUT, signOut);
            figures.put(Flow.LINK, link);
            figures.put(Flow.OAUTH_KNOWN, known);
            figures.put(Flow.OAUTH_NEW, fresh);
            figures.put(Flow.PASSKEY, passkey);
            adapter = new RedisAdapter.Builder(commands, !hasUnits).build();
        }

        @Override
        public Adapter adapter() {
            return adapter;
        }

        @Override
        public long roundTrips() {
            return commands.steps();
        }

        @Override
        public int expected(Flow flow) {
            return figures.get(flow);
        }
    }
}
