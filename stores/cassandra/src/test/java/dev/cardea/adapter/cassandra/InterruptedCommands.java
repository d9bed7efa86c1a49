package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.List;
import java.util.function.Supplier;

/** Stands between adapter and Cassandra, and lets the process die before or right behind a step; also counts them. */
final class InterruptedCommands implements Commands {
    static final class InterruptionException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private final Commands cassandra;
    private final int last;
    private final boolean isLastDone;
    private int steps;
    private Runnable before;
    private int beforeStep;

    private InterruptedCommands(Commands cassandra, int last, boolean isLastDone) {
        this.cassandra = cassandra;
        this.last = last;
        this.isLastDone = isLastDone;
    }

    /** Dies when it should do its n-th step. */
    static InterruptedCommands before(int step, Commands cassandra) {
        return new InterruptedCommands(cassandra, step, false);
    }

    /** Does its n-th step, and never hears of it. */
    static InterruptedCommands behind(int step, Commands cassandra) {
        return new InterruptedCommands(cassandra, step, true);
    }

    static InterruptedCommands never(Commands cassandra) {
        return new InterruptedCommands(cassandra, Integer.MAX_VALUE, false);
    }

    /** Runs something before the n-th step: what another process does at the worst moment. */
    InterruptedCommands meanwhile(int step, Runnable something) {
        beforeStep = step;
        before = something;
        return this;
    }

    int steps() {
        return steps;
    }

    private <T> T step(Supplier<T> command) {
        steps++;
        if (steps > last || (steps == last && !isLastDone)) throw new InterruptionException();
        if (steps == beforeStep && before != null) before.run();
        var answer = command.get();
        if (steps == last) throw new InterruptionException();
        return answer;
    }

    @Override
    public Row row(String cql, String... key) {
        return step(() -> cassandra.row(cql, key));
    }

    @Override
    public Row settled(String cql, String... key) {
        return step(() -> cassandra.settled(cql, key));
    }

    @Override
    public List<Row> rows(String cql, String key) {
        return step(() -> cassandra.rows(cql, key));
    }

    @Override
    public void write(String cql, Object... values) {
        step(() -> {
            cassandra.write(cql, values);
            return true;
        });
    }

    @Override
    public Outcome decide(String cql, Object... values) {
        return step(() -> cassandra.decide(cql, values));
    }
}
