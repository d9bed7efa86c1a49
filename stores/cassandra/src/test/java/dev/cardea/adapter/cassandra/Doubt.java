package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A session of the driver that writes down what it is asked, and says of conditional statements that it does not know. */
final class Doubt {
    private enum Fate {
        NOTHING,
        DONE_UNHEARD,
        NOT_DONE,
        NO_ANSWER
    }

    private final CqlSession real;
    private final CqlSession session;
    private final List<BoundStatement> asked = new ArrayList<>();
    private final List<Object> prepared = new ArrayList<>();
    private Fate what = Fate.NOTHING;
    private Predicate<BoundStatement> when = it -> false;
    private Runnable meanwhile = () -> {};

    Doubt(CqlSession real) {
        this.real = real;
        session = (CqlSession) Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(), new Class<?>[] {CqlSession.class}, (self, method, arguments) -> {
                    if (method.getName().equals("prepare")) prepared.add(arguments[0]);
                    boolean isAsked = method.getName().equals("execute")
                            && arguments[0] instanceof BoundStatement statement
                            && asked.add(statement);
                    try {
                        if (!isAsked || !when.test((BoundStatement) arguments[0]))
                            return method.invoke(real, arguments);
                        if (what == Fate.DONE_UNHEARD) method.invoke(real, arguments);
                        meanwhile.run();
                        throw failure();
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    CqlSession session() {
        return session;
    }

    CassandraAdapter adapter() {
        return CassandraAdapter.builder(session).keyspace("people").build();
    }

    List<BoundStatement> asked() {
        return asked;
    }

    List<Object> prepared() {
        return prepared;
    }

    /** The first run of each conditional statement is done, and Cassandra says that it timed out. */
    Doubt firstRunsAreDoneUnheard() {
        what = Fate.DONE_UNHEARD;
        when = it -> isConditional(it) && runs(it) == 1;
        return this;
    }

    /** The first run of each is not done, and Cassandra says the same. */
    Doubt firstRunsAreNotDone(Runnable instead) {
        what = Fate.NOT_DONE;
        when = it -> isConditional(it) && runs(it) == 1;
        meanwhile = instead;
        return this;
    }

    Doubt allRunsAreDoneUnheard() {
        what = Fate.DONE_UNHEARD;
        when = Doubt::isConditional;
        return this;
    }

    /** The driver waited in vain. */
    Doubt nothingConditionalIsAnswered() {
        what = Fate.NO_ANSWER;
        when = Doubt::isConditional;
        return this;
    }

    static boolean isConditional(BoundStatement statement) {
        return statement.getPreparedStatement().getQuery().contains(" if ");
    }

    /** How often this very statement was asked for so far. */
    private long runs(BoundStatement statement) {
        return asked.stream().filter(it -> it == statement).count();
    }

    /** Since version 5 of its protocol Cassandra has two words for its doubt. */
    private RuntimeException failure() {
        var node = real.getMetadata().getNodes().values().iterator().next();
        var level = DefaultConsistencyLevel.LOCAL_SERIAL;
        return switch (what) {
            case NO_ANSWER -> new DriverTimeoutException("no answer");
            case NOT_DONE -> new CASWriteUnknownException(node, level, 1, 2);
            default -> new WriteTimeoutException(node, level, 1, 2, DefaultWriteType.CAS);
        };
    }
}
