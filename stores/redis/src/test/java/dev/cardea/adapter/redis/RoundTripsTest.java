package dev.cardea.adapter.redis;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.Flow;
import dev.cardea.adapter.testkit.RoundTripsContract;
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
            super(true, 2, 4, 5, 5, 3, 8, 1, 2, 6);
        }
    }

    /** As on a cluster, over which the keys are spread. */
    @Nested
    class WithoutUnits extends CountedRoundTrips {
        WithoutUnits() {
            super(false, 2, 4, 7, 10, 11, 11, 2, 2, 6);
        }
    }

    abstract static class CountedRoundTrips extends OneNodeTest implements RoundTripsContract {
        private final Map<Flow, Integer> figures;
        private final InterruptedCommands commands = InterruptedCommands.never(new JedisCommands(client));
        private final RedisAdapter adapter;

        CountedRoundTrips(boolean hasUnits, int... figures) {
            this.figures = RoundTripsContract.figures(figures);
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
