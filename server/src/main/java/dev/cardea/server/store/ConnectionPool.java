package dev.cardea.server.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.time.Duration;
import java.util.function.ToIntFunction;

/** The connections of a pool at this moment, and how long a caller waits for one. */
public interface ConnectionPool {
    int active();

    int idle();

    /** Returns how many callers wait for a connection. */
    int waiting();

    /** Returns how many there may be. */
    int max();

    /** Lets callers wait at least that long, for a command whose work no visitor waits for. */
    void waitAtLeast(Duration wait);

    /** Counts those of a pool, which begins when it is first asked. */
    static ConnectionPool of(HikariDataSource pool) {
        return new ConnectionPool() {
            @Override
            public int active() {
                return count(HikariPoolMXBean::getActiveConnections);
            }

            @Override
            public int idle() {
                return count(HikariPoolMXBean::getIdleConnections);
            }

            @Override
            public int waiting() {
                return count(HikariPoolMXBean::getThreadsAwaitingConnection);
            }

            @Override
            public int max() {
                return pool.getMaximumPoolSize();
            }

            @Override
            public void waitAtLeast(Duration wait) {
                pool.setConnectionTimeout(Math.max(pool.getConnectionTimeout(), wait.toMillis()));
            }

            private int count(ToIntFunction<HikariPoolMXBean> number) {
                var bean = pool.getHikariPoolMXBean();
                return bean == null ? 0 : number.applyAsInt(bean);
            }
        };
    }
}
