package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** Runs statements: each call on a separate connection, or all of them in one transaction. */
interface Connections {
    /** Statements against tables. May run again after a conflict with another transaction. */
    interface Work<T> {
        T run(Tables tables, Sql sql) throws SQLException;
    }

    /** Runs statements of which each stands for itself. */
    <T> T each(String operation, Work<T> work);

    /** Runs the statements of an insert, which hold together where the tables do not keep keys unique by themselves. */
    <T> T inserting(String operation, Work<T> work);

    /** Runs statements that hold together or not at all. */
    <T> T together(String operation, Work<T> work);
}
