package dev.cardea.adapter.jdbc;

import java.util.List;

/** What a join reads of one of its tables. */
record JoinedTable(Table table, List<Column> columns) {
    /** Returns the table, and the short name by which the join calls it. */
    String as(String alias) {
        return table.sql() + " " + alias;
    }

    /** Returns what the join selects. */
    String columns(String alias) {
        return Column.list(alias, columns);
    }

    int width() {
        return columns.size();
    }
}
