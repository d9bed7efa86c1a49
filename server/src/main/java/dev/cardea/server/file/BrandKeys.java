package dev.cardea.server.file;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Option;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.file.Key.Shape.Group;
import dev.cardea.server.file.Key.Shape.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The keys of a well-known service: the options that only it has, then those of its kind. */
final class BrandKeys {
    private final Section section;
    private final Brand brand;
    private final Map<String, String> values = new LinkedHashMap<>();
    private boolean complete = true;

    private BrandKeys(Section section, Brand brand) {
        this.section = section;
        this.brand = brand;
    }

    /** The keys of a built-in service: its own options, then those of its kind. */
    static List<Key> of(Brand brand) {
        var kind = brand.example(Map.of()) instanceof OAuthProvider ? OAuthKeys.KEYS : EmailKeys.SERVICE;
        var all = new LinkedHashMap<String, Key>();
        kind.forEach(key -> all.put(key.name(), key));
        for (var option : brand.options()) {
            int dot = option.name().indexOf('.');
            var own = key(option, option.name().substring(dot + 1));
            if (dot < 0) {
                all.merge(own.name(), own, BrandKeys::both);
            } else {
                // In a file a dot is a group; the name with its dot works too.
                all.put(option.name(), key(option, option.name()));
                var group = option.name().substring(0, dot);
                var more = all.get(group);
                var keys = new ArrayList<Key>();
                if (more != null) more.shape(Group.class).ifPresent(it -> keys.addAll(it.keys()));
                keys.add(own);
                all.put(group, Key.group(group, "Options of this provider.", keys.toArray(Key[]::new)));
            }
        }
        return List.copyOf(all.values());
    }

    private static Key both(Key kind, Key own) {
        var shapes = new ArrayList<>(kind.shapes());
        own.shapes().stream().filter(it -> !shapes.contains(it)).forEach(shapes::add);
        return new Key(own.name(), own.fallback(), own.means(), own.variables(), false, shapes);
    }

    private static Key key(Option option, String name) {
        Shape shape = option.kind() == Option.Kind.SECRET ? Shape.SECRET : new Scalar();
        return Key.of(
                name,
                option.fallback(),
                option.means().isEmpty() ? "An option of this provider." : option.means(),
                shape);
    }

    /** The keys of the options that only this service has. */
    static List<Key> own(Brand brand) {
        var names = brand.options().stream().map(Option::name).toList();
        return of(brand).stream()
                .filter(key -> names.stream().anyMatch(it -> it.equals(key.name()) || it.startsWith(key.name() + ".")))
                .toList();
    }

    /** @param id of this instance: one file can hold several of the same provider */
    static @Nullable Provider read(Section section, String id, Brand brand) {
        var keys = new BrandKeys(section, brand);
        brand.options().forEach(keys::option);
        var made =
                keys.complete ? keys.provider() : section.source().isDevelopment() ? brand.example(keys.values) : null;
        // Goes on with an example, so that one run reports all other errors too.
        var start = made == null ? brand.example(Map.of()) : made;
        var read = start instanceof OAuthProvider oauth
                ? OAuthKeys.read(section, oauth.id(id))
                : EmailKeys.service(section, ((EmailProvider) start).id(id));
        return made == null ? null : read;
    }

    private @Nullable Provider provider() {
        try {
            return brand.provider(values);
        } catch (IllegalArgumentException e) {
            section.source()
                    .findings()
                    .add(section.line(), section.path(), "the provider " + brand.id() + ": " + e.getMessage());
            return null;
        }
    }

    private void option(Option option) {
        var value = value(option);
        value.ifPresent(text -> values.put(option.name(), text));
        if (value.isPresent() || !option.needed()) return;
        complete = false;
        if (section.source().isDevelopment()) return;
        section.wrong(option.name(), "is missing: " + option.means());
    }

    /** A dot in its name is a group of keys in a file. */
    private Optional<String> value(Option option) {
        int dot = option.name().indexOf('.');
        if (dot < 0 || section.keys().contains(option.name())) return value(section, option.name(), option);
        var found = new LinkedHashMap<String, String>();
        var name = option.name().substring(dot + 1);
        section.section(
                option.name().substring(0, dot),
                below -> value(below, name, option).ifPresent(text -> found.put(name, text)));
        return Optional.ofNullable(found.get(name));
    }

    private static Optional<String> value(Section section, String name, Option option) {
        if (option.kind() == Option.Kind.SECRET) return section.secret(name);
        // An endpoint may be a group of keys, which is read once more as what it is everywhere.
        if (option.kind() == Option.Kind.URL && section.item(name) instanceof Item.Table table) {
            var url = table.entries().get("url");
            return url != null && url.value() instanceof Item.Scalar scalar
                    ? Optional.of(scalar.text())
                    : Optional.empty();
        }
        return section.word(name);
    }
}
