package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The commands by the driver. Each statement is prepared when it is first needed. */
final class CqlCommands implements Commands {
    /** After each the server has waited its own time, so these are seconds. */
    private static final int RUNS = 5;

    /** No run begins later: a visitor waits. */
    private static final long MAX_NANOS = Duration.ofSeconds(6).toNanos();

    private final CqlSession session;
    private final String keyspace;
    private final ConsistencyLevel consistency;
    private final ConsistencyLevel serialConsistency;
    private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

    /** @param keyspace empty for the session's */
    CqlCommands(CqlSession session, String keyspace, ConsistencyLevel consistency, ConsistencyLevel serialConsistency) {
        this.session = session;
        this.keyspace = keyspace;
        this.consistency = consistency;
        this.serialConsistency = serialConsistency;
    }

    @Override
    public @Nullable Row row(String cql, String... key) {
        return canBe(key)
                ? Failures.translate(() -> answer(cql, consistency, key).one())
                : null;
    }

    @Override
    public @Nullable Row settled(String cql, String... key) {
        return canBe(key)
                ? Failures.translate(() -> answer(cql, serialConsistency, key).one())
                : null;
    }

    @Override
    public List<Row> rows(String cql, String key) {
        return canBe(key)
                ? Failures.translate(() -> answer(cql, consistency, key).all())
                : List.of();
    }

    @Override
    public void write(String cql, @Nullable Object... values) {
        var ignored = Failures.translate(() -> session.execute(change(cql, values)));
    }

    private ResultSet answer(String cql, ConsistencyLevel level, String... key) {
        return session.execute(question(cql, level, key));
    }

    /**
     * Retries only where Cassandra itself reported a timeout. A run without any answer may still be in progress, so it
     * fails. The driver is configured never to retry by itself.
     */
    @Override
    public Outcome decide(String cql, @Nullable Object... values) {
        return Failures.translate(() -> runConditional(change(cql, values)));
    }

    private Outcome runConditional(BoundStatement statement) {
        long end = System.nanoTime() + MAX_NANOS;
        for (int run = 1; ; run++) {
            try {
                var result = session.execute(statement);
                return new Outcome(result.wasApplied(), run > 1, result.one());
            } catch (WriteTimeoutException | CASWriteUnknownException e) {
                if (run == RUNS || System.nanoTime() > end) throw e;
            }
        }
    }

    private static boolean canBe(String... key) {
        return Stream.of(key).allMatch(Key::canBe);
    }

    private BoundStatement question(String cql, ConsistencyLevel level, String... key) {
        return bind(cql, (Object[]) key).setConsistencyLevel(level).setIdempotent(true);
    }

    private BoundStatement change(String cql, @Nullable Object... values) {
        return bind(cql, values)
                .setConsistencyLevel(consistency)
                .setSerialConsistencyLevel(serialConsistency)
                .setIdempotent(false);
    }

    private BoundStatement bind(String cql, @Nullable Object... values) {
        var given = values.clone();
        for (int i = 0; i < given.length; i++) if (given[i] == SAME) given[i] = null;
        var statement = prepared.computeIfAbsent(cql, it -> session.prepare(inKeyspace(it)))
                .bind(given);
        for (int i = 0; i < values.length; i++) if (values[i] == SAME) statement = statement.unset(i);
        return statement;
    }

    private String inKeyspace(String cql) {
        return keyspace.isEmpty() ? cql : cql.replace(" cardea_", " " + keyspace + ".cardea_");
    }
}
