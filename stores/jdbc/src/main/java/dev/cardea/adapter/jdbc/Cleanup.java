package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** What happens behind a failure, and must not hide it. */
final class Cleanup {
    interface Attempt {
        void run() throws SQLException;
    }

    private Cleanup() {}

    static void run(Attempt attempt) {
        try {
            attempt.run();
        } catch (SQLException e) {
            // The connection is broken; its pool will find out.
        }
    }
}
