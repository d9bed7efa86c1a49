package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The tables, as {@code tables.cql} beside this class has them. The keyspace must exist, because only the operator can
 * choose its replication.
 */
final class CassandraTables {
    /** Longer than a question's: all nodes have to agree. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Pattern TABLE = Pattern.compile("create table if not exists (?:\\S+\\.)?(\\w+)");

    private final CqlSession session;
    private final CqlIdentifier keyspace;

    private CassandraTables(CqlSession session, CqlIdentifier keyspace) {
        this.session = session;
        this.keyspace = keyspace;
    }

    /** @param keyspace as CQL spells it; empty for the keyspace of the session */
    static CassandraTables of(CqlSession session, String keyspace) {
        var named = keyspace.isEmpty() ? session.getKeyspace() : Optional.of(CqlIdentifier.fromCql(keyspace));
        return new CassandraTables(
                session,
                named.orElseThrow(() -> new IllegalStateException(
                        "the session has no keyspace; create it with withKeyspace, or call keyspace(…) "
                                + "of the builder")));
    }

    /** Returns how many tables there are to be. */
    int count() {
        return (int) statements().count();
    }

    /** Returns the statements of the tables that are missing, in order. */
    List<String> missing() {
        var there = there();
        return statements()
                .filter(it -> !there.contains(table(it)))
                .map(this::inKeyspace)
                .toList();
    }

    /** Creates the tables that are missing, with a line for each. */
    void create(Consumer<String> log) {
        for (var statement : missing()) {
            session.execute(SimpleStatement.newInstance(statement).setTimeout(PATIENCE));
            log.accept("created the table " + table(statement));
        }
    }

    private Set<String> there() {
        var names = new HashSet<String>();
        var tables = SimpleStatement.newInstance(
                "select table_name from system_schema.tables where keyspace_name = ?", keyspace.asInternal());
        for (var row : session.execute(tables)) names.add(row.getString("table_name"));
        return names;
    }

    private static Stream<String> statements() {
        return Stream.of(file().replaceAll("(?m)^--.*\n", "").split(";"))
                .map(String::strip)
                .filter(it -> !it.isEmpty());
    }

    private static String table(String statement) {
        var matcher = TABLE.matcher(statement);
        if (!matcher.find()) throw new IllegalStateException(statement);
        return matcher.group(1);
    }

    private String inKeyspace(String statement) {
        return statement.replaceFirst(" cardea_", " " + keyspace.asCql(true) + ".cardea_");
    }

    private static String file() {
        try (var file = CassandraTables.class.getResourceAsStream("tables.cql")) {
            if (file == null) throw new IllegalStateException("tables.cql is missing from the jar");
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
