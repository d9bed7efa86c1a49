package dev.cardea.adapter.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Counts how often the library waits for the store in each flow, with real sign-ins over the adapter under test. Each
 * store states its own figures, which no change may raise unnoticed.
 */
public interface RoundTripsContract extends AdapterContract {
    /** Returns the figures of a store, in the order of the flows. */
    static Map<Flow, Integer> figures(int... inOrder) {
        var figures = new EnumMap<Flow, Integer>(Flow.class);
        var flows = Flow.values();
        for (int i = 0; i < flows.length; i++) figures.put(flows[i], inOrder[i]);
        return figures;
    }

    /** How many round trips the adapter has made so far: requests that it waited for an answer to. */
    long roundTrips();

    /** Returns the figure of this store. */
    int expected(Flow flow);

    @Test
    default void each_flow_waits_for_the_store_as_often_as_stated() {
        var site = new CountedSite(adapter());
        site.warmUp();
        var counted = new EnumMap<Flow, Long>(Flow.class);
        var expected = new EnumMap<Flow, Long>(Flow.class);
        for (var flow : Flow.values()) {
            var step = site.prepared(flow);
            long before = roundTrips();
            step.run();
            counted.put(flow, roundTrips() - before);
            expected.put(flow, (long) expected(flow));
            site.requireDone(flow);
        }
        assertThat(counted).isEqualTo(expected);
    }
}
