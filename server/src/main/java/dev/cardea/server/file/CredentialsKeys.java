package dev.cardea.server.file;

import dev.cardea.hooks.Hooks;
import dev.cardea.json.Json;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.MapOf;
import dev.cardea.server.file.Key.Shape.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys of a provider that asks the application. */
final class CredentialsKeys {
    /** What {@link #inputs} reads. */
    static final Shape INPUTS = new MapOf(new MapOf(new Scalar()));

    static final List<Key> KEYS = List.of(
            ButtonKeys.NAME,
            Key.flag("databaseSessions", "false", "Also gives these users database sessions."),
            Key.of("credentials", null, "The fields of the form.", INPUTS));

    private CredentialsKeys() {}

    static @Nullable CredentialsProvider read(Section section, String id, @Nullable Hooks hooks) {
        var name = section.text("name").orElse("Credentials");
        boolean rows = section.flag("databaseSessions").orElse(false);
        var fields = inputs(section, "credentials");
        var authorize = hooks == null ? null : hooks.authorize(id).orElse(null);
        if (authorize == null) {
            section.source()
                    .findings()
                    .add(
                            section.line(),
                            section.path(),
                            "the provider " + id
                                    + " can't check what a visitor enters; add authorize to hooks.callbacks");
            return null;
        }
        return new CredentialsProvider(id, name, fields, authorize, rows);
    }

    /** The fields of a form, by name. */
    static Map<String, CredentialInput> inputs(Section section, String key) {
        Map<String, CredentialInput> fields = new LinkedHashMap<>();
        section.section(key, below -> {
            for (var field : below.keys()) below.section(field, s -> fields.put(field, input(s)));
        });
        return fields;
    }

    private static CredentialInput input(Section section) {
        var attributes = new LinkedHashMap<String, String>();
        for (var name : section.keys()) {
            var value = YamlToJson.of(section.item(name));
            if (value != null) attributes.put(name, value instanceof String text ? text : Json.print(value));
        }
        return new CredentialInput(attributes);
    }
}
