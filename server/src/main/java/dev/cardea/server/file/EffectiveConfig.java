package dev.cardea.server.file;

import dev.cardea.config.Env;
import dev.cardea.provider.Provider;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.http.HttpLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The effective configuration, each value with its origin. Secrets are shown by their length. */
public final class EffectiveConfig {
    private final Path file;
    private final Env env;
    private final List<String> lines = new ArrayList<>();

    private EffectiveConfig(Path file, Env env) {
        this.file = file;
        this.env = env;
    }

    /**
     * Returns {@code KEY: VALUE  # ORIGIN} for each key that is set or has a default.
     *
     * @throws ConfigException if the file cannot be read as YAML
     */
    public static List<String> of(Path file, Env env) throws ConfigException {
        var findings = new Findings(file);
        var text = ConfigFile.text(file);
        var table = Document.read(text, file.toString(), env, findings, true);
        if (table.isEmpty() || !findings.isEmpty()) {
            throw new ConfigException(findings.lines(), findings.isOnlyUnreadable());
        }
        var effective = new EffectiveConfig(file, env);
        effective.group("", Keys.FILE, table.get());
        effective.providers(table.get());
        effective.heap(table.get());
        return effective.lines;
    }

    private void group(String path, List<Key> keys, Item.@Nullable Table table) {
        for (var key : keys) {
            var full = path.isEmpty() ? key.name() : path + "." + key.name();
            var entry = table == null ? null : table.entries().get(key.name());
            if (full.equals("providers")) continue;
            if (entry != null && !isNothing(entry.value())) set(full, key, entry);
            else unset(full, key);
        }
    }

    private void set(String path, Key key, Item.Entry entry) {
        var group = key.shape(Shape.Group.class);
        if (entry.value() instanceof Item.Table table && group.isPresent()) {
            group(path, group.get().keys(), table);
            if (group.get().isOpen()) rest(path, group.get().keys(), table);
            return;
        }
        if (entry.value() instanceof Item.Table table
                && key.shape(Shape.MapOf.class).isPresent()) {
            table.entries()
                    .forEach((name, value) ->
                            add(path + "." + name, display(value.value(), isHidden(key)), origin(value.line())));
            return;
        }
        var items = key.items();
        if (items.isPresent() && entry.value() instanceof Item.Listing listing) {
            items(path, items.get().keys(), listing);
            return;
        }
        add(path, display(entry.value(), key.isSecret()), origin(entry.line()));
    }

    private void items(String path, List<Key> keys, Item.Listing listing) {
        int number = 0;
        for (var item : listing.items()) {
            if (item instanceof Item.Table table) group(path + "[" + number + "]", keys, table);
            number++;
        }
    }

    private void rest(String path, List<Key> keys, Item.Table table) {
        table.entries().forEach((name, value) -> {
            if (keys.stream().noneMatch(key -> key.name().equals(name))) {
                add(path + "." + name, display(value.value(), true), origin(value.line()));
            }
        });
    }

    private static boolean isHidden(Key key) {
        var value = key.shape(Shape.MapOf.class).map(Shape.MapOf::value);
        return value.filter(it -> it instanceof Shape.Any || it instanceof Shape.Secret)
                .isPresent();
    }

    private void unset(String path, Key key) {
        for (var variable : key.variables()) {
            var value = env.get(variable);
            if (value.isEmpty()) continue;
            add(path, key.isSecret() ? hidden(value.get()) : masked(value.get()), "variable " + variable);
            return;
        }
        var group = key.shape(Shape.Group.class);
        if (key.fallback() != null) add(path, key.fallback(), "default");
        else if (group.isPresent()
                && !path.startsWith("cookies.")
                && key.shapes().size() == 1
                && !isSwitch(path)) {
            group(path, group.get().keys(), null);
        }
    }

    /** The connections that fit where the file does not say, and what all limits may need of the heap. */
    private void heap(Item.Table file) {
        var entry = file.entries().get("limits");
        var given = entry != null && entry.value() instanceof Item.Table table ? table : new Item.Table(1, Map.of());
        var limits = HttpLimits.DEFAULT;
        limits = limits.headBytes(number(given, "headBytes").orElse(limits.headBytes()));
        limits = limits.bodyBytes(number(given, "bodyBytes").orElse(limits.bodyBytes()));
        var connections = number(given, "connections");
        limits = connections.map(limits::connections).orElseGet(limits::affordableConnections);
        if (connections.isEmpty()) {
            add(
                    "limits.connections",
                    String.valueOf(limits.connections()),
                    "default: fits in three quarters of the heap");
        }
        lines.add("# the limits may need " + megabytes(limits.heap()) + " MB of heap, and the process has "
                + megabytes(Runtime.getRuntime().maxMemory()) + " MB");
    }

    private static Optional<Integer> number(Item.Table group, String key) {
        var entry = group.entries().get(key);
        if (entry == null || !(entry.value() instanceof Item.Scalar scalar)) return Optional.empty();
        try {
            return Optional.of(Integer.valueOf(scalar.text()));
        } catch (NumberFormatException e) {
            // Reading the configuration reports it.
            return Optional.empty();
        }
    }

    private static long megabytes(long bytes) {
        return bytes / (1024 * 1024);
    }

    /** Groups whose presence switches something on. */
    private static boolean isSwitch(String path) {
        return List.of("hooks", "management", "tls", "outbound").contains(path);
    }

    private void providers(Item.Table file) {
        var entry = file.entries().get("providers");
        if (entry == null || !(entry.value() instanceof Item.Listing listing)) return;
        for (var item : listing.items()) {
            if (item instanceof Item.Scalar scalar) provider(scalar.text(), new Item.Table(item.line(), Map.of()));
            else if (item instanceof Item.Table table) provider(idOf(table), table);
        }
    }

    private static String idOf(Item.Table table) {
        for (var key : List.of("id", "use")) {
            var entry = table.entries().get(key);
            if (entry != null && entry.value() instanceof Item.Scalar scalar) return scalar.text();
        }
        return "?";
    }

    private void provider(String id, Item.Table table) {
        var path = "providers." + id;
        add(path, "on", origin(table.line()));
        table.entries().forEach((name, value) -> {
            if (name.equals("id") || isNothing(value.value())) return;
            var key = Keys.find(path + "." + name);
            if (key.isPresent()) set(path + "." + name, key.get(), value);
            else
                add(
                        path + "." + name,
                        display(value.value(), !name.equals("use") && !name.equals("type")),
                        origin(value.line()));
        });
        variable(path, table, "clientId", Provider.variable(id, "ID"), false);
        variable(path, table, "clientSecret", Provider.variable(id, "SECRET"), true);
        variable(path, table, "issuer", Provider.variable(id, "ISSUER"), false);
        variable(path, table, "apiKey", Provider.variable(id, "KEY"), true);
    }

    private void variable(String path, Item.Table table, String key, String name, boolean isSecret) {
        if (table.entries().containsKey(key)) return;
        env.get(name)
                .ifPresent(
                        value -> add(path + "." + key, isSecret ? hidden(value) : masked(value), "variable " + name));
    }

    private String display(Item item, boolean isSecret) {
        if (item instanceof Item.Listing listing) {
            return "["
                    + String.join(
                            ", ",
                            listing.items().stream()
                                    .map(each -> display(each, isSecret))
                                    .toList()) + "]";
        }
        if (item instanceof Item.Table table) return inFile(table).orElse("set");
        var text = ((Item.Scalar) item).text();
        return isSecret ? hidden(text) : masked(text);
    }

    /** A secret in a separate file. */
    private Optional<String> inFile(Item.Table table) {
        var entry = table.entries().get("file");
        if (entry == null || !(entry.value() instanceof Item.Scalar scalar)) return Optional.empty();
        try {
            var directory =
                    Optional.ofNullable(file.toAbsolutePath().getParent()).orElse(Path.of(""));
            var text = Files.readString(directory.resolve(scalar.text())).stripTrailing();
            return Optional.of(hidden(text) + ", in " + scalar.text());
        } catch (IOException | RuntimeException e) {
            return Optional.of("cannot be read, in " + scalar.text());
        }
    }

    private static String hidden(String secret) {
        return secret.isEmpty() ? "empty" : "set, " + secret.length() + " characters";
    }

    /** Addresses may hold passwords. */
    private static String masked(String text) {
        return MaskedAddresses.in(text.replaceAll("\\p{Cntrl}+", " "));
    }

    private String origin(int line) {
        return file + ":" + line;
    }

    private void add(String path, String value, String origin) {
        lines.add(path + ": " + value + "  # " + origin);
    }

    private static boolean isNothing(Item item) {
        return item instanceof Item.Scalar scalar && scalar.type() == Item.Kind.NOTHING;
    }
}
