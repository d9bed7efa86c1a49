package dev.cardea.adapter.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table as the database has it, and the statements on it. */
final class Table {
    /** Set on each change, also where a row is made. */
    static final List<String> TOUCHED = List.of("updatedAt", "updated_at");

    private final TableName name;
    private final String sql;
    /** By the name that the code knows, in the order of the table. */
    private final Map<String, Column> columns;

    private final Optional<List<Index>> indexes;
    private final IdAndClock fresh;

    Table(TableName name, String sql, Map<String, Column> columns, Optional<List<Index>> indexes, IdAndClock fresh) {
        this.name = name;
        this.sql = sql;
        this.columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
        this.indexes = indexes;
        this.fresh = fresh;
    }

    TableName name() {
        return name;
    }

    String sql() {
        return sql;
    }

    /** Whether it takes two rows with the same values in these columns; a layout answers where the database does not. */
    boolean lacksKey(Layout layout, List<Column> key) {
        var called = key.stream().map(Column::called).toList();
        return indexes.map(all -> all.stream().noneMatch(it -> it.isKeyOf(called)))
                .orElse(!layout.hasUniqueKeys());
    }

    /** Whether rows are searched one by one for values in these columns; where the database does not say: no. */
    boolean lacksIndex(List<Column> wanted) {
        var called = wanted.stream().map(Column::called).toList();
        return indexes.map(all -> all.stream().noneMatch(it -> it.finds(called)))
                .orElse(false);
    }

    Collection<Column> columns() {
        return columns.values();
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    Column column(String column) throws SQLException {
        var found = columns.get(column);
        if (found == null) throw new MissingTable("the table " + name + " has no column " + column);
        return found;
    }

    /** Those of the columns that are there. */
    List<Column> present(List<String> names) {
        return names.stream().filter(columns::containsKey).map(columns::get).toList();
    }

    static String are(Column... keys) {
        return Stream.of(keys).map(Column::is).collect(Collectors.joining(" and "));
    }

    String select(List<Column> wanted, String condition) {
        return "select " + Column.list(wanted) + " from " + sql + " where " + condition;
    }

    /** Adds the values that the table needs beyond those given: a generated id, or the time of the last change. */
    Write insert(List<Column> given) {
        var all = new ArrayList<Column>();
        var filled = new ArrayList<Supplier<Object>>();
        var id = columns.get("id");
        if (id != null && !given.contains(id) && (id.type() == Type.TEXT || id.type() == Type.UUID)) {
            all.add(id);
            filled.add(() -> id.identity(fresh.id()));
        }
        addTouched(given, all, filled);
        all.addAll(given);
        String marks = String.join(", ", Collections.nCopies(all.size(), "?"));
        return new Write(
                "insert into " + sql + " (" + Column.list(all) + ") values (" + marks + ")", List.copyOf(filled));
    }

    Write update(List<Column> given, String condition) {
        var all = new ArrayList<Column>();
        var filled = new ArrayList<Supplier<Object>>();
        addTouched(given, all, filled);
        all.addAll(given);
        String changes = all.stream().map(it -> it.sql() + " = ?").collect(Collectors.joining(", "));
        return new Write("update " + sql + " set " + changes + " where " + condition, List.copyOf(filled));
    }

    String delete(String condition) {
        return "delete from " + sql + " where " + condition;
    }

    private void addTouched(List<Column> given, List<Column> all, List<Supplier<Object>> filled) {
        for (var touched : present(TOUCHED)) {
            if (!touched.type().isTime() || given.contains(touched)) continue;
            all.add(touched);
            filled.add(() -> touched.identity(fresh.now()));
        }
    }
}
