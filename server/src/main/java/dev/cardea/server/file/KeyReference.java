package dev.cardea.server.file;

import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.text.DidYouMean;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The documentation of the keys and their variables, made from their declarations. */
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
        key.shape(Shape.Group.class)
                .or(key::items)
                .ifPresent(group -> lines.add("  keys: "
                        + String.join(", ", group.keys().stream().map(Key::name).toList())));
        return lines;
    }

    /** The page of all keys and variables, in Markdown. */
    public static String page() {
        var page = new StringBuilder("""
                # Keys and environment variables of the server

                Every key that you can set in `cardea.yml`, with its values, its default and its environment variable. You don't have
                to come back here while you write the file. `cardea config --explain KEY` prints the same in a terminal, and `cardea
                init` writes a JSON schema for your editor.

                [The server](server.md#the-file) explains how the file is read. At the end of this page is [a file with every
                key](#a-file-with-every-key). The tables are *generated from the declarations of the keys*.

                ## Environment variables

                A key in the file takes precedence over its variables. If a key has several variables, the first one that is set
                applies. The secret is the exception: all of its variables apply, so that you can [rotate it](guides/rotate-secrets.md).
                `AUTH_ALLOWED_ORIGINS` and `AUTH_REDIRECT_PROXY_ORIGINS` take several values, separated by commas.

                **Every variable also exists as `NAME_FILE`.** It contains the path of a file with the value, such as a mounted secret.
                White space at the end of the file is removed. If both are set, `NAME` applies. You can use `NAME_FILE` in the same way
                for variables that the file inserts with `${NAME}`.

                Variables that belong to a key are in the row of that key. These don't have one:

                | Variable | Sets |
                |---|---|
                | `AUTH_{ID}_ID`, `AUTH_{ID}_SECRET`, `AUTH_{ID}_ISSUER`, `AUTH_{ID}_KEY` | `clientId`, `clientSecret`, `issuer`, `apiKey` of the provider `id`: `AUTH_GITHUB_ID` for `github`. Write the ID in capitals, with `_` for `-` |
                | `VERCEL`, `CF_PAGES` | switch `trustHost` on, on these platforms |
                | `OTEL_EXPORTER_OTLP_ENDPOINT` and further ones | where [traces](guides/traces.md) are exported to, and how |
                | `CARDEA_CONFIG` | the file to read without `--config`; by default `./cardea.yml` |
                | `CARDEA_MANAGEMENT_TOKEN` | the token that `cardea explain` sends |
                | `CARDEA_JAVA_HOME`, else `JAVA_HOME` | which Java `bin/cardea` starts (no `_FILE`) |
                | `CARDEA_JAVA_OPTS` | options of the JVM for `bin/cardea`, such as `-Xmx256m` (no `_FILE`) |
                | `CARDEA_JAR` | another jar for `bin/cardea` to start (no `_FILE`) |

                """);
        page.append("""
                ## The file

                An empty value (`null`) is the same as an absent key. You can write `${NAME}` in any single value. If a change needs a
                **restart**, a reload keeps the former value.

                """);
        table(page, entries("", Keys.FILE));
        page.append("""
                ## Entries of `providers`

                An entry is an ID, such as `github`, or a group of keys with an `id`. To give a built-in provider another ID, set `use` to
                the provider. A provider that isn't built in needs a `type`: `oidc`, `oauth`, `email`, `credentials` or `webauthn`.
                Options of single providers are on [their pages](providers/README.md).

                """);
        ProviderKeys.KINDS.forEach((kind, keys) -> {
            page.append("## Keys of kind ").append(kind).append("\n\n");
            table(page, entries("", keys));
        });
        return page.toString().stripTrailing() + "\n";
    }

    private static void table(StringBuilder page, List<Entry> entries) {
        page.append("| Key | Value | Default | What it does |\n|---|---|---|---|\n");
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
                    .append(variables(key.variables()))
                    .append(key.needsRestart() ? " **restart**" : "")
                    .append(" |\n");
        }
        page.append('\n');
    }

    private static String variables(List<String> names) {
        if (names.isEmpty()) return "";
        return (names.size() == 1 ? " Variable: " : " Variables: ")
                + names.stream().map(name -> "`" + name + "`").collect(Collectors.joining(", ")) + ".";
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
