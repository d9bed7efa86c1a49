package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** A table or column that the database does not have, told before it is asked for. */
final class MissingTable extends SQLException {
    private static final long serialVersionUID = 1L;

    MissingTable(String what) {
        super(what, "42S02");
    }
}
