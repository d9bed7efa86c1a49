package dev.cardea.server.file;

import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Option;
import java.util.LinkedHashMap;
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
