package dev.cardea.adapter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A database that records its statements and fails on request. */
final class WatchedDatabase {
    private static final Set<String> EXECUTES = Set.of("execute", "executeQuery", "executeUpdate");

    final List<String> statements = new CopyOnWriteArrayList<>();
    final AtomicInteger opened = new AtomicInteger();
    final AtomicInteger closed = new AtomicInteger();
    private final DataSource database;
    private final AtomicInteger failingCommits = new AtomicInteger();
    private final AtomicInteger failingStatements = new AtomicInteger();
    private volatile String state = "40001";

    WatchedDatabase(DataSource database) {
        this.database = database;
    }

    DataSource dataSource() {
        return (DataSource) proxy(DataSource.class, database, (name, result) -> {
            if (!(result instanceof Connection connection)) return result;
            opened.incrementAndGet();
            return proxy(Connection.class, connection, this::ofConnection);
        });
    }

    void failCommits(int times, String sqlState) {
        state = sqlState;
        failingCommits.set(times);
    }

    void failStatements(int times, String sqlState) {
        state = sqlState;
        failingStatements.set(times);
    }

    private Object ofConnection(String name, Object result) throws SQLException {
        if (name.equals("close")) closed.incrementAndGet();
        if (name.equals("commit") && failingCommits.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            throw new SQLException("told to fail", state);
        }
        return result instanceof PreparedStatement statement
                ? proxy(PreparedStatement.class, statement, this::ofStatement)
                : result;
    }

    private Object ofStatement(String name, Object result) throws SQLException {
        if (!EXECUTES.contains(name)) return result;
        statements.add(name);
        if (failingStatements.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
            throw new SQLException("told to fail", state);
        }
        return result;
    }

    private interface After {
        Object apply(String name, Object result) throws SQLException;
    }

    private static Object proxy(Class<?> type, Object target, After after) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
            try {
                if (method.getName().equals("commit")) {
                    after.apply("commit", null);
                    return method.invoke(target, arguments);
                }
                return after.apply(method.getName(), method.invoke(target, arguments));
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        });
    }
}
