package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.util.List;

/** Fields of a user for which the table has no column; found out before a statement is run. */
final class MissingColumn extends SQLException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> fields;

    MissingColumn(TableName table, List<String> fields) {
        super(
                "the table " + table + " has no column for these user fields: " + String.join(", ", fields)
                        + "; add a column with that name, or leave out the field",
                "42S22");
        this.fields = fields;
    }

    List<String> fields() {
        return fields;
    }
}
