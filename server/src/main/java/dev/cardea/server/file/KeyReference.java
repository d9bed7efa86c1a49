package dev.cardea.server.file;

import dev.cardea.server.text.DidYouMean;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The documentation of the keys, made from their declarations. */
public final class KeyReference {
    private KeyReference() {}

    /** One key with its path. */
    private record Entry(String path, Key key) {}

    /** Returns the documentation of one key, such as {@code session.maxAge}; empty for an unknown key. */
    public static Optional<List<String>> explain(String path) {
        return Keys.find(path).map(key -> lines(path, key));
    }

    /** Returns what to say of an unknown key. */
    public static String unknown(String path) {
        var all = new LinkedHashSet<String>();
        entries("", Keys.FILE).forEach(entry -> all.add(entry.path));
        return "the key \"" + path + "\" is unknown; " + DidYouMean.hint(path, all);
    }

    private static List<String> lines(String path, Key key) {
        var lines = new ArrayList<String>();
        lines.add(path);
        lines.add("  " + key.means());
        lines.add("  value: " + key.words());
        if (key.fallback() != null) lines.add("  default: " + key.fallback());
        if (!key.variables().isEmpty()) lines.add("  variables: " + String.join(", ", key.variables()));
        if (key.needsRestart()) lines.add("  a change needs a restart");
        if (!key.formerNames().isEmpty()) lines.add("  former name: " + String.join(", ", key.formerNames()));
        key.shape(Shape.Group.class)
                .or(key::items)
                .ifPresent(group -> lines.add("  keys: "
                        + String.join(", ", group.keys().stream().map(Key::name).toList())));
        return lines;
    }

    /** The table of all keys of the file, in Markdown. */
    public static String page() {
        var page = new StringBuilder("""
                # Keys of the server's file

                This page is for operators who write `cardea.yml`. It lists every key with its values and its default. It is *generated
                from the declarations of the keys*: `cardea config --explain KEY` prints the same, and `cardea config --schema` prints a
                JSON schema for editors. [The server](server.md#the-file) shows a file with all keys.

                - Null is the same as an absent key. `${NAME}` may stand in any single value.
                - **restart**: a reload leaves the key as it is.

                """);
        table(page, "The file", entries("", Keys.FILE));
        page.append("""
                ## Entries of `providers`

                An entry is an id, or a group of keys with an `id`. `use` names the built-in provider if the id is another. `type`
                (`oidc`, `oauth`, `email`, `credentials`, `webauthn`) is for a provider that is not built in. Options of single
                providers are on [their pages](providers/README.md).

                """);
        Keys.KINDS.forEach((kind, keys) -> table(page, "Keys of kind " + kind, entries("", keys)));
        return page.toString().stripTrailing() + "\n";
    }

    private static void table(StringBuilder page, String title, List<Entry> entries) {
        page.append("## ").append(title).append("\n\n| key | value | default | for |\n|---|---|---|---|\n");
        for (var entry : entries) {
            var key = entry.key;
            page.append("| `")
                    .append(entry.path)
                    .append("` | ")
                    .append(key.words().replace("|", "\\|"))
                    .append(" | ")
                    .append(key.fallback() == null ? "" : "`" + key.fallback() + "`")
                    .append(" | ")
                    .append(key.means())
                    .append(key.needsRestart() ? " **restart**" : "")
                    .append(" |\n");
        }
        page.append('\n');
    }

    /** The table of all variables, in Markdown. */
    public static String environmentPage() {
        var page = new StringBuilder("""
                # Environment variables of the server

                This page is for operators who configure `cardea` in Docker, Kubernetes or systemd. It is *generated from the
                declarations of the keys*.

                A key of the file precedes its variables. Of several variables, the first that is set counts; of the secrets, all of
                them do. **Each variable exists as `NAME_FILE` too**: it names a file that holds the value, such as a mounted secret.
                White space at the end is removed. If both are set, `NAME` counts. The same holds for variables that the file
                inserts with `${NAME}`.

                | variable | sets |
                |---|---|
                """);
        for (var entry : entries("", Keys.FILE)) {
            for (var variable : entry.key.variables()) {
                page.append("| `")
                        .append(variable)
                        .append("` | `")
                        .append(entry.path)
                        .append("` |\n");
            }
        }
        page.append("""
                | `AUTH_{ID}_ID`, `AUTH_{ID}_SECRET`, `AUTH_{ID}_ISSUER`, `AUTH_{ID}_KEY` | `clientId`, `clientSecret`, `issuer`, `apiKey` of the provider `id`, in capitals, with `_` for `-` |
                | `OTEL_EXPORTER_OTLP_ENDPOINT` and further ones | where [traces](guides/traces.md) are exported to, and how |
                | `CARDEA_CONFIG` | the file, without `--config`; else `./cardea.yml` |
                | `CARDEA_MANAGEMENT_TOKEN` | the token of `cardea explain` |
                | `CARDEA_JAVA_HOME`, `JAVA_HOME` | for `bin/cardea`: which Java. The first that is set counts. These have no `_FILE` |
                | `CARDEA_JAVA_OPTS`, `CARDEA_JAR` | for `bin/cardea`: options of the JVM, another jar. These have no `_FILE` |
                """);
        return page.toString();
    }

    private static List<Entry> entries(String path, List<Key> keys) {
        var all = new ArrayList<Entry>();
        Set<List<Key>> seen = new LinkedHashSet<>();
        for (var key : keys) {
            var full = path.isEmpty() ? key.name() : path + "." + key.name();
            all.add(new Entry(full, key));
            var group = key.shape(Shape.Group.class).or(key::items);
            // The cookies have the same keys, which stand once.
            if (group.isPresent() && seen.add(group.get().keys()))
                all.addAll(entries(full, group.get().keys()));
        }
        return all;
    }
}
