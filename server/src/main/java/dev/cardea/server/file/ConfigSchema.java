package dev.cardea.server.file;

import dev.cardea.json.Json;
import dev.cardea.model.ProviderType;
import dev.cardea.providers.Providers;
import dev.cardea.server.file.Key.Shape;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The JSON schema of the file (draft 07, which editors know best), made from the declarations of its keys. It decides about
 * keys, types, words and ranges as the parser does; rules between keys are the parser's alone.
 */
public final class ConfigSchema {
    /** Sorted, because the schema is compared with its file, and the order of {@link Map#of} differs in each process. */
    private static final Map<String, Object> VARIABLE =
            new TreeMap<>(Map.of("type", "string", "pattern", "\\$\\{[^}]*\\}"));

    private static final Map<String, Object> NOTHING = Map.of("type", "null");

    private ConfigSchema() {}

    /** The schema as JSON, with line breaks. */
    public static String text() {
        var schema = object();
        schema.put("$schema", "http://json-schema.org/draft-07/schema#");
        schema.put("title", "Configuration of the Cardea server");
        schema.putAll(group(Keys.FILE, false, true));
        var definitions = object();
        definitions.put("provider", provider());
        ProviderKeys.KINDS.forEach((kind, keys) -> {
            definitions.put(name(kind) + "-keys", group(keys, true, false));
            definitions.put(name(kind), entry(kind, List.of()));
        });
        for (var brand : Providers.all()) {
            if (brand.options().isEmpty()) continue;
            definitions.put("provider-" + brand.id(), entry(ProviderKeys.kindOf(brand), BrandKeys.own(brand)));
        }
        definitions.put("secret", secret());
        schema.put("definitions", definitions);
        return pretty(schema, "") + "\n";
    }

    private static Map<String, Object> of(Key key, boolean nullable) {
        var options = new ArrayList<Object>();
        for (var shape : key.shapes()) options.addAll(of(shape));
        if (nullable) options.add(NOTHING);
        var schema = object();
        schema.put("description", key.means());
        var fallback = fallback(key);
        if (fallback != null) schema.put("default", fallback);
        if (key.isSecret()) schema.put("x-secret", true);
        if (key.needsRestart()) schema.put("x-restart", true);
        if (key.shapes().stream().noneMatch(Shape.Any.class::isInstance)) schema.put("anyOf", distinct(options));
        return schema;
    }

    private static @Nullable Object fallback(Key key) {
        var text = key.fallback();
        if (text == null) return null;
        if (key.shape(Shape.Number.class).isPresent()) return Long.valueOf(text);
        if (text.equals("true") || text.equals("false")) return Boolean.valueOf(text);
        return text.startsWith("[")
                ? List.of(text.substring(1, text.length() - 1).split(", "))
                : text;
    }

    private static List<Object> distinct(List<Object> options) {
        return options.stream().distinct().toList();
    }

    private static List<Object> of(Shape shape) {
        if (shape instanceof Shape.Text) return List.of(Map.of("type", "string"));
        if (shape instanceof Shape.Flag) return List.of(Map.of("enum", List.of(true, false, "on", "off")), VARIABLE);
        if (shape instanceof Shape.Off) return List.of(Map.of("enum", List.of(false, "off")), VARIABLE);
        if (shape instanceof Shape.Choice choice) return List.of(Map.of("enum", choice.among()), VARIABLE);
        if (shape instanceof Shape.Secret) return List.of(Map.of("$ref", "#/definitions/secret"));
        if (shape instanceof Shape.Scalar) return List.of(Map.of("type", List.of("string", "number", "boolean")));
        if (shape instanceof Shape.Provider) return List.of(Map.of("$ref", "#/definitions/provider"));
        if (shape instanceof Shape.Number number) return List.of(number(number), VARIABLE);
        if (shape instanceof Shape.Group group) return List.of(group(group.keys(), group.isOpen(), false));
        if (shape instanceof Shape.MapOf map) {
            var schema = object();
            schema.put("type", "object");
            if (!(map.value() instanceof Shape.Any)) {
                var values = new ArrayList<Object>(of(map.value()));
                values.add(NOTHING);
                schema.put("additionalProperties", Map.of("anyOf", values));
            }
            return List.of(schema);
        }
        if (shape instanceof Shape.ListOf list) {
            var schema = object();
            schema.put("type", "array");
            schema.put("items", Map.of("anyOf", of(list.item())));
            return List.of(schema);
        }
        return List.of(object());
    }

    private static Map<String, Object> number(Shape.Number number) {
        var schema = object();
        schema.put("type", "integer");
        schema.put("minimum", number.least());
        if (number.most() < Long.MAX_VALUE / 1_000) schema.put("maximum", number.most());
        return schema;
    }

    static Map<String, Object> group(List<Key> keys, boolean isOpen, boolean nullable) {
        var properties = object();
        for (var key : keys) properties.put(key.name(), of(key, true));
        var schema = object();
        schema.put("type", nullable ? List.of("object", "null") : "object");
        schema.put("properties", properties);
        if (!isOpen) schema.put("additionalProperties", false);
        return schema;
    }

    /** @param own the keys that only this provider has */
    private static Map<String, Object> entry(String kind, List<Key> own) {
        var keys = new ArrayList<Key>();
        keys.add(Key.of("id", null, "The ID of the provider, which is part of this site's URLs.", new Shape.Text()));
        keys.add(Key.of("use", null, "The built-in provider to use, if the ID is different.", new Shape.Text()));
        keys.add(Key.of("type", null, "The kind of provider, if it isn't built in.", new Shape.Text()));
        keys.addAll(own);
        var names = new TreeSet<String>();
        for (var key : keys) names.add(key.name());
        for (var key : ProviderKeys.KINDS.getOrDefault(kind, List.of())) names.add(key.name());
        var schema = group(keys, true, false);
        schema.put("propertyNames", ordered("enum", List.copyOf(names)));
        schema.put("allOf", List.of(Map.of("$ref", "#/definitions/" + name(kind) + "-keys")));
        return schema;
    }

    private static Map<String, Object> secret() {
        var file = object();
        file.put("type", "object");
        file.put("properties", Map.of("file", Map.of("type", "string")));
        file.put("required", List.of("file"));
        file.put("additionalProperties", false);
        return ordered("anyOf", List.of(Map.of("type", "string"), file));
    }

    /** An id; or a group, whose keys depend on {@code use}, or else {@code type}, or else {@code id}. */
    private static Map<String, Object> provider() {
        var brands = new TreeSet<>(Providers.ids());
        var ids = new TreeSet<>(brands);
        ids.addAll(List.of("nodemailer", "email", "passkey", "webauthn", "credentials"));
        var rules = new ArrayList<Object>();
        rules.add(rule(usesBrand(brands), byName("use", brands)));
        var typed = both(not(usesBrand(brands)), has("type"));
        rules.add(rule(typed, byType()));
        var named = both(not(usesBrand(brands)), not(has("type")));
        rules.add(rule(both(named, has("use")), byName("use", ids)));
        rules.add(rule(both(named, not(has("use"))), byName("id", ids)));
        var group = object();
        group.put("type", "object");
        group.put("allOf", rules);
        return ordered("anyOf", List.of(ordered("enum", List.copyOf(ids)), VARIABLE, group));
    }

    private static Map<String, Object> byType() {
        var options = new ArrayList<Object>();
        Stream.of(ProviderType.values())
                .sorted(Comparator.comparing(ProviderType::wire))
                .forEach(type -> options.add(selected("type", List.of(type.wire()), name(ProviderKeys.kindOf(type)))));
        return ordered("anyOf", options);
    }

    private static Map<String, Object> byName(String key, TreeSet<String> ids) {
        var byDefinition = new TreeMap<String, List<String>>();
        for (var id : ids)
            byDefinition
                    .computeIfAbsent(definition(id), name -> new ArrayList<>())
                    .add(id);
        var options = new ArrayList<Object>();
        byDefinition.forEach((name, some) -> options.add(selected(key, some, name)));
        return ordered("anyOf", options);
    }

    private static String definition(String id) {
        return switch (id) {
            case "nodemailer", "email" -> "email";
            case "passkey", "webauthn" -> "passkey";
            case "credentials" -> "credentials";
            default -> {
                var brand = Providers.byId(id).orElseThrow();
                yield brand.options().isEmpty() ? name(ProviderKeys.kindOf(brand)) : "provider-" + brand.id();
            }
        };
    }

    private static Map<String, Object> selected(String key, List<String> values, String definition) {
        var chosen = ordered("properties", ordered(key, ordered("enum", values)));
        chosen.put("required", List.of(key));
        return ordered("allOf", List.of(chosen, Map.of("$ref", "#/definitions/" + definition)));
    }

    private static Map<String, Object> usesBrand(TreeSet<String> brands) {
        var schema = ordered("properties", ordered("use", ordered("enum", List.copyOf(brands))));
        schema.put("required", List.of("use"));
        return schema;
    }

    private static Map<String, Object> has(String key) {
        var schema = ordered("properties", ordered(key, ordered("not", NOTHING)));
        schema.put("required", List.of(key));
        return schema;
    }

    private static Map<String, Object> not(Map<String, Object> schema) {
        return ordered("not", schema);
    }

    private static Map<String, Object> both(Map<String, Object> one, Map<String, Object> other) {
        return ordered("allOf", List.of(one, other));
    }

    private static Map<String, Object> rule(Map<String, Object> condition, Map<String, Object> then) {
        var schema = ordered("if", condition);
        schema.put("then", then);
        return schema;
    }

    private static String name(String kind) {
        return kind.replace(' ', '-');
    }

    private static Map<String, Object> ordered(String name, Object value) {
        var map = object();
        map.put(name, value);
        return map;
    }

    private static Map<String, Object> object() {
        return new LinkedHashMap<>();
    }

    /** Objects of more than one member take a line a member. */
    private static String pretty(Object value, String indent) {
        if (!(value instanceof Map<?, ?> map)) return Json.print(value);
        if (Json.print(map).length() + indent.length() < 110) return Json.print(map);
        var more = indent + "  ";
        var lines = new ArrayList<String>();
        map.forEach((name, each) -> lines.add(more + Json.print(name) + ": " + pretty(each, more)));
        return "{\n" + String.join(",\n", lines) + "\n" + indent + "}";
    }
}
