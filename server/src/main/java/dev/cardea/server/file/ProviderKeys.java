package dev.cardea.server.file;

import dev.cardea.hooks.Hooks;
import dev.cardea.model.ProviderType;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.Provider;
import dev.cardea.providers.Brand;
import dev.cardea.providers.Providers;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.text.DidYouMean;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys {@code providers}, a list of ids or groups of keys, and {@code ignoreClosedProviders}. */
final class ProviderKeys {
    private static final Set<String> EMAIL = Set.of("nodemailer", "email");
    private static final Set<String> PASSKEYS = Set.of("passkey", "webauthn");

    static final Key IGNORE_CLOSED =
            Key.flag("ignoreClosedProviders", "false", "Leaves out services that no longer exist.");

    static final Key PROVIDERS =
            Key.of("providers", null, "How users sign in.", new Shape.ListOf(new Shape.Provider()));

    /** The keys of a provider by its kind. */
    static final Map<String, List<Key>> KINDS = kinds();

    private final Source source;
    private final @Nullable Hooks hooks;
    /** Whether closed providers are left out, instead of rejected. */
    private final boolean ignoresClosed;

    private ProviderKeys(Source source, @Nullable Hooks hooks, boolean ignoresClosed) {
        this.source = source;
        this.hooks = hooks;
        this.ignoresClosed = ignoresClosed;
    }

    private static Map<String, List<Key>> kinds() {
        var kinds = new LinkedHashMap<String, List<Key>>();
        kinds.put("oauth", OAuthKeys.KEYS);
        kinds.put("mail service", EmailKeys.SERVICE);
        kinds.put("email", EmailKeys.KEYS);
        kinds.put("credentials", CredentialsKeys.KEYS);
        kinds.put("passkey", PasskeyKeys.KEYS);
        return kinds;
    }

    /** Returns the kind of a built-in service in {@link #KINDS}. */
    static String kindOf(Brand brand) {
        var type = brand.example(Map.of()).type();
        return type == ProviderType.EMAIL ? "mail service" : kindOf(type);
    }

    /** Returns the kind of a provider with a {@code type} in {@link #KINDS}. */
    static String kindOf(ProviderType type) {
        return switch (type) {
            case OIDC, OAUTH -> "oauth";
            case EMAIL -> "email";
            case CREDENTIALS -> "credentials";
            case WEBAUTHN -> "passkey";
        };
    }

    static List<Provider> read(Section file, @Nullable Hooks hooks) {
        boolean ignoresClosed = file.flag("ignoreClosedProviders").orElse(false);
        var keys = new ProviderKeys(file.source(), hooks, ignoresClosed);
        return file.list("providers", item -> keys.provider(file, item));
    }

    private @Nullable Provider provider(Section file, Item item) {
        var table = item instanceof Item.Table group ? group : new Item.Table(item.line(), Map.of());
        var id = item instanceof Item.Table ? idOf(table) : file.textOf("providers", item);
        if (id == null) return null;
        source.remember("providers." + id, table.line());
        var section = new Section(source, "providers." + id, table);
        section.ignore("id");
        var provider = made(section, id);
        section.end();
        return provider;
    }

    private @Nullable String idOf(Item.Table table) {
        var section = new Section(source, "providers", table);
        if (table.entries().containsKey("id")) return section.text("id").orElse(null);
        var use = table.entries().containsKey("use") ? section.text("use").orElse(null) : null;
        if (use == null) source.findings().add(table.line(), "a provider needs the key \"id\"" + idAsKey(table));
        return use;
    }

    /** The id may have been written as the key of all others. */
    private static String idAsKey(Item.Table table) {
        var keys = table.entries().keySet();
        var first = keys.isEmpty() ? "" : keys.iterator().next();
        return keys.size() == 1 && known().contains(first) ? "; write - { id: " + first + ", … }" : "";
    }

    private @Nullable Provider made(Section section, String id) {
        var use = section.text("use").orElse(id);
        var types = types();
        boolean named = section.item("use") != null && Providers.ids().contains(use);
        if (section.item("type") != null && !named) {
            return section.choice("type", types)
                    .map(type -> ofType(section, id, type))
                    .orElse(null);
        }
        if (use.equals("credentials")) return CredentialsKeys.read(section, id, hooks);
        if (EMAIL.contains(use)) return EmailKeys.read(section, id, hooks);
        if (PASSKEYS.contains(use)) return PasskeyKeys.read(section, id, use);
        var brand = Providers.byId(use);
        if (brand.isEmpty()) return missing(section, use);
        var closed = brand.get().retired();
        return closed.isPresent() ? without(section, id, closed.get()) : BrandKeys.read(section, id, brand.get());
    }

    /** A closed service signs no user in, so its other keys are not read. */
    private @Nullable Provider without(Section section, String id, String why) {
        section.ignoreRest();
        var gone = "the provider " + id + " is gone: " + why;
        if (ignoresClosed) {
            source.advise(gone + "; it is left out");
        } else {
            source.findings()
                    .add(
                            section.line(),
                            section.path(),
                            gone + "; remove it, or set ignoreClosedProviders: true to leave it out");
        }
        return null;
    }

    private @Nullable Provider ofType(Section section, String id, ProviderType type) {
        return switch (type) {
            case OIDC -> OAuthKeys.read(section, OAuthProvider.oidc(id, id, null));
            case OAUTH -> OAuthKeys.read(section, OAuthProvider.oauth(id, id));
            case EMAIL -> EmailKeys.read(section, id, hooks);
            case CREDENTIALS -> CredentialsKeys.read(section, id, hooks);
            case WEBAUTHN -> PasskeyKeys.read(section, id, "webauthn");
        };
    }

    private @Nullable Provider missing(Section section, String use) {
        source.findings().add(section.line(), section.path(), unknown(use));
        section.ignoreRest();
        return null;
    }

    /** What to say of an id that is not built in. */
    static String unknown(String id) {
        return "the provider \"" + id + "\" is unknown; the nearest are "
                + String.join(", ", DidYouMean.to(id, known(), 3)) + "; or give it type: oidc or type: oauth";
    }

    private static Set<String> known() {
        var known = new TreeSet<>(EMAIL);
        known.addAll(Providers.ids());
        known.addAll(PASSKEYS);
        known.add("credentials");
        return known;
    }

    private static Map<String, ProviderType> types() {
        var types = new LinkedHashMap<String, ProviderType>();
        for (var type : ProviderType.values()) types.put(type.wire(), type);
        return types;
    }
}
