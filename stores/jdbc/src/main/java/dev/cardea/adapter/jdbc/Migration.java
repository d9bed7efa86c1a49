package dev.cardea.adapter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One numbered file with its statements, as they are for a database and a layout. */
record Migration(int version, String name, List<String> statements) {
    private static final Pattern NAMES = Pattern.compile("\"(\\w+)\"");

    /**
     * All of them, oldest first.
     *
     * @param idType of the users there are, for tables that point to them
     * @param indexes statements for those that tables lack
     */
    static List<Migration> all(SqlDialect dialect, Layout layout, String idType, List<String> indexes) {
        var files = dialect.migrations();
        var all = new ArrayList<Migration>();
        for (var file : files) {
            if (file.endsWith(SqlDialect.INDEXES)) {
                all.add(new Migration(all.size() + 1, file, indexes));
                continue;
            }
            String text = read(dialect.migrationsFor(layout) + "/" + file)
                    .replace("${id}", idType)
                    .replace("${time}", dialect.timeType(layout.times()));
            var statements = split(NAMES.matcher(text).replaceAll(name -> renamed(name, dialect, layout)));
            all.add(new Migration(all.size() + 1, file.replace(".sql", ""), statements));
        }
        return all;
    }

    private static String renamed(MatchResult quoted, SqlDialect dialect, Layout layout) {
        String name = quoted.group(1);
        // Names of keys and indexes are ours, and stay.
        boolean isIndex = name.endsWith("_idx") || name.endsWith("_unique");
        boolean isTable = !isIndex && (Layout.TABLES.contains(name) || name.startsWith("cardea_"));
        String sql = isTable ? dialect.quote(layout.named(name)) : dialect.quote(isIndex ? name : layout.column(name));
        return Matcher.quoteReplacement(sql);
    }

    private static String read(String file) {
        try (var in = Objects.requireNonNull(Migration.class.getResourceAsStream("migrations/" + file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A statement ends with a semicolon at the end of a line; lines that begin with two dashes are comments. */
    private static List<String> split(String text) {
        var statements = new ArrayList<String>();
        var statement = new StringBuilder();
        for (var line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("--")) continue;
            statement.append(statement.length() == 0 ? "" : "\n").append(line.stripTrailing());
            if (statement.charAt(statement.length() - 1) != ';') continue;
            statements.add(statement.substring(0, statement.length() - 1));
            statement.setLength(0);
        }
        if (statement.length() > 0) throw new IllegalStateException("a statement without its semicolon");
        return List.copyOf(statements);
    }
}
