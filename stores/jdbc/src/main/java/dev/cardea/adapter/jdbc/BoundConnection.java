package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** The one connection of a unit of work, until the unit is over. */
final class BoundConnection implements Connections {
    private final Tables tables;
    private final Sql sql;
    private volatile boolean over;

    BoundConnection(Tables tables, Sql sql) {
        this.tables = tables;
        this.sql = sql;
    }

    void end() {
        over = true;
    }

    @Override
    public <T> T each(String operation, Work<T> work) {
        if (over) throw new IllegalStateException(operation + ": the unit of work is over");
        try {
            return work.run(tables, sql);
        } catch (SQLException e) {
            throw tables.dialect().exception(operation, e);
        }
    }

    @Override
    public <T> T inserting(String operation, Work<T> work) {
        return each(operation, work);
    }

    /** A part of the unit: if it fails, only itself is taken back. */
    @Override
    public <T> T together(String operation, Work<T> work) {
        return each(operation, (same, statements) -> undoable(same, statements, work));
    }

    /** Runs statements inside a transaction so that they hold together or not at all, and the rest of it stays. */
    static <T> T undoable(Tables tables, Sql sql, Work<T> work) throws SQLException {
        var connection = sql.connection();
        var start = connection.setSavepoint();
        boolean done = false;
        try {
            T result = work.run(tables, sql);
            done = true;
            return result;
        } finally {
            if (done) connection.releaseSavepoint(start);
            else connection.rollback(start);
        }
    }
}
