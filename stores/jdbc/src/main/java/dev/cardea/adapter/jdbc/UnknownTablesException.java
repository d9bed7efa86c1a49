package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** Tables that are left alone, for it is not certain how to read them; the message says what to do. */
final class UnknownTablesException extends SQLException {
    private static final long serialVersionUID = 1L;

    UnknownTablesException(String what) {
        super(what, "42S02");
    }
}
