package dev.cardea.adapter.jdbc;

import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.testkit.Flow;
import dev.cardea.adapter.testkit.RoundTripsContract;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/** The round trips of sign-ins on databases behind a network, as docs/stores.md has them. */
@Tag("store")
class RoundTripsTest {
    @Nested
    class OnPostgresql extends CountedRoundTrips {
        OnPostgresql() {
            super(PostgresDatabase.create(), 1, 1, 4, 5, 6, 8, 1, 1, 2);
        }
    }

    /** Its driver tells the server when transactions begin and end, one statement each. */
    @Nested
    @Tag("part")
    class OnMariadb extends CountedRoundTrips {
        OnMariadb() {
            super(MariadbDatabase.create(), 1, 2, 7, 7, 9, 10, 1, 1, 3);
        }
    }

    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    abstract static class CountedRoundTrips implements RoundTripsContract {
        /** What a driver sends; the beginning of a transaction travels with the first statement. */
        private static final Set<String> SENT =
                Set.of("executeQuery", "executeUpdate", "execute", "commit", "rollback");

        private final Database database;
        private final Map<Flow, Integer> figures;
        private final AtomicLong count = new AtomicLong();
        private final JdbcAdapter adapter;

        CountedRoundTrips(Database database, int... figures) {
            this.database = database;
            this.figures = RoundTripsContract.figures(figures);
            JdbcMigrations.of(database.pool()).run(line -> {});
            adapter = JdbcAdapter.of((DataSource) counted(DataSource.class, database.pool()));
        }

        @Override
        public Adapter adapter() {
            return adapter;
        }

        @Override
        public long roundTrips() {
            return count.get();
        }

        @Override
        public int expected(Flow flow) {
            return figures.get(flow);
        }

        @AfterAll
        void close() {
            database.close();
        }

        private Object counted(Class<?> type, Object target) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                if (isSent(method)) count.incrementAndGet();
                try {
                    var result = method.invoke(target, arguments);
                    return result != null && isWatched(method.getReturnType())
                            ? counted(method.getReturnType(), result)
                            : result;
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });
        }

        private boolean isSent(Method method) {
            boolean tells =
                    database.dialect() == Dialect.MYSQL && method.getName().equals("setAutoCommit");
            return tells || SENT.contains(method.getName());
        }

        private static boolean isWatched(Class<?> type) {
            return type == java.sql.Connection.class
                    || type == java.sql.PreparedStatement.class
                    || type == java.sql.Statement.class;
        }
    }
}
