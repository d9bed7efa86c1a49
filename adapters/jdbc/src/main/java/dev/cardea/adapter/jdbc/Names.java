package dev.cardea.adapter.jdbc;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** Quoted names and the clauses made of them, for one dialect and layout. */
record Names(Dialect dialect, Layout layout) {
    String table(String logical) {
        return dialect.quote(layout.table(logical));
    }

    String column(String logical) {
        return dialect.quote(layout.column(logical));
    }

    String columns(List<String> logical) {
        return logical.stream().map(this::column).collect(Collectors.joining(", "));
    }

    /** Columns of a table that a join calls by an alias. */
    String columns(String alias, List<String> logical) {
        return logical.stream().map(name -> alias + "." + column(name)).collect(Collectors.joining(", "));
    }

    /** A condition with one parameter, true for the same bytes only. */
    String is(String logical) {
        return dialect.is(column(logical));
    }

    String is(String alias, String logical) {
        return dialect.is(alias + "." + column(logical));
    }

    String select(String table, List<String> columns, String condition) {
        return "select " + columns(columns) + " from " + table(table) + " where " + condition;
    }

    String insert(String table, List<String> columns) {
        String marks = String.join(", ", Collections.nCopies(columns.size(), "?"));
        return "insert into " + table(table) + " (" + columns(columns) + ") values (" + marks + ")";
    }

    String update(String table, List<String> columns, String condition) {
        String changes = columns.stream().map(name -> column(name) + " = ?").collect(Collectors.joining(", "));
        return "update " + table(table) + " set " + changes + " where " + condition;
    }

    String delete(String table, String condition) {
        return "delete from " + table(table) + " where " + condition;
    }
}
