package dev.cardea.adapter.jdbc;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column as the database has it.
 *
 * @param name its name in code
 * @param called its name in the database
 * @param longest how many characters a text in it may have; 0 where the database does not limit it
 * @param collation under which the database treats some different texts as equal; {@code null} if it compares exactly
 */
record Column(
        SqlDialect dialect,
        String name,
        String called,
        Type type,
        int longest,
        @Nullable String collation) {
    String sql() {
        return dialect.quote(called);
    }

    /** The column where it holds times, in whatever form. */
    Column ofTimes() {
        return type.isTime() ? this : new Column(dialect, name, called, dialect.timesIn(type), longest, collation);
    }

    static String list(List<Column> columns) {
        return columns.stream().map(Column::sql).collect(Collectors.joining(", "));
    }

    /** Columns of a table that a join calls by an alias. */
    static String list(String alias, List<Column> columns) {
        return columns.stream().map(it -> alias + "." + it.sql()).collect(Collectors.joining(", "));
    }

    /** A condition that is true for the same bytes only; see {@link #key}. */
    String is() {
        return isExactly(sql());
    }

    /** The same for a table that a join calls by an alias. */
    String is(String alias) {
        return isExactly(alias + "." + sql());
    }

    /** The value in that condition. */
    Key key(@Nullable Object value) {
        return new Key(value == null ? null : possible(value), collation == null ? 1 : 2);
    }

    /** The value in a row, by which the row is found later. */
    Object identity(Object value) {
        var found = possible(value);
        if (found != null) return found;
        throw new IllegalArgumentException("no row can have this " + name);
    }

    /** The same for what may be longer than the column is wide. */
    Object whole(String value) {
        if (longest > 0 && value.length() > longest) {
            throw new IllegalArgumentException("this " + name + " has " + value.length()
                    + " characters, and the column " + called + " holds " + longest);
        }
        return identity(value);
    }

    /** The value in a row, with marks for characters that the database cannot keep. */
    @Nullable Object value(@Nullable Object value) {
        if (value == null) return null;
        return type.of(value instanceof String text ? Text.storable(text) : value);
    }

    private @Nullable Object possible(Object value) {
        return value instanceof String text && !Text.isStorable(text) ? null : type.of(value);
    }

    private String isExactly(String qualified) {
        return collation == null ? qualified + " = ?" : dialect.isExactly(qualified, collation);
    }
}
