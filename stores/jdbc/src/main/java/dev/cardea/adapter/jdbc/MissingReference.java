package dev.cardea.adapter.jdbc;

import java.sql.SQLException;

/** A foreign key rejected an insert or update, because the row that it refers to is missing. */
final class MissingReference extends SQLException {
    private static final long serialVersionUID = 1L;

    MissingReference(SQLException cause) {
        super(cause.getMessage(), cause.getSQLState(), cause.getErrorCode(), cause);
    }
}
