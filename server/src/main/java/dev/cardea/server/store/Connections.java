package dev.cardea.server.store;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.util.function.ToIntFunction;

/** The connections of a pool at this moment. */
public interface Connections {
    int active();

    int idle();

    /** Returns how many callers wait for a connection. */
    int waiting();

    /** Returns how many there may be. */
    int max();

    /** Counts those of a pool, which begins when it is first asked. */
    static Connections of(HikariDataSource pool) {
        return new Connections() {
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

            private int count(ToIntFunction<HikariPoolMXBean> number) {
                var bean = pool.getHikariPoolMXBean();
                return bean == null ? 0 : number.applyAsInt(bean);
            }
        };
    }
}
