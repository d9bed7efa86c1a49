package dev.cardea.server.file;

import dev.cardea.providers.Providers;
import dev.cardea.server.file.Key.Shape.Any;
import dev.cardea.server.file.Key.Shape.Group;
import dev.cardea.server.file.Key.Shape.MapOf;
import dev.cardea.server.file.Key.Shape.Secret;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All keys of the file. The class of each group declares and reads its keys. */
final class Keys {
    /** The keys of the file itself, in the order of the reference. */
    static final List<Key> FILE = Stream.of(
                    Stream.of(
                            CoreKeys.ENV,
                            ListenerKeys.HOST,
                            ListenerKeys.PORT,
                            TlsKeys.KEY,
                            OutboundKeys.KEY,
                            OperationKeys.MANAGEMENT,
                            OperationKeys.SHUTDOWN,
                            LogKeys.KEY,
                            CoreKeys.DEBUG,
                            RecorderKeys.KEY,
                            OperationKeys.LIMITS),
                    SiteKeys.KEYS.stream(),
                    Stream.of(
                            AccountsKeys.KEY,
                            AccountsKeys.ENCRYPTION_KEYS,
                            ForwardAuthKeys.KEY,
                            DangerKeys.KEY,
                            CoreKeys.EXPERIMENTAL,
                            SessionKeys.SESSION,
                            SessionKeys.JWT,
                            StoreKeys.STORE,
                            StoreKeys.MIGRATE,
                            CleanUpKeys.KEY,
                            PageKeys.PAGES,
                            PageKeys.THEME,
                            CookieKeys.KEY,
                            RateLimitKeys.KEY,
                            CoreKeys.BRIDGE,
                            ProviderKeys.IGNORE_CLOSED,
                            ProviderKeys.PROVIDERS,
                            HookKeys.KEY))
            .flatMap(keys -> keys)
            .toList();

    private Keys() {}

    /**
     * Finds a declaration.
     *
     * @param path such as {@code session.maxAge}; below {@code providers} the id of the provider follows
     */
    static Optional<Key> find(String path) {
        if (!path.startsWith("providers.")) return find(FILE, path).or(() -> ofProvider(path));
        // The id may have dots.
        for (int dot = path.indexOf('.', "providers.".length()); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            var found = ofProvider(path.substring(dot + 1));
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private static Optional<Key> ofProvider(String path) {
        var kinds = ProviderKeys.KINDS.values().stream()
                .map(keys -> find(keys, path))
                .flatMap(Optional::stream);
        var own = Providers.all().stream()
                .map(brand -> find(BrandKeys.of(brand), path))
                .flatMap(Optional::stream);
        return Stream.concat(kinds, own).findFirst();
    }

    private static Optional<Key> find(List<Key> keys, String path) {
        int dot = path.indexOf('.');
        var name = dot < 0 ? path : path.substring(0, dot);
        for (var key : keys) {
            if (key.name().equals(path)) return Optional.of(key);
            if (!key.name().equals(name)) continue;
            var below = path.substring(dot + 1);
            if (key.items().isPresent()) return find(key.items().get().keys(), below);
            for (var shape : key.shapes()) {
                if (shape instanceof Group group) {
                    var found = find(group.keys(), below);
                    if (found.isPresent()) return found;
                    if (group.isOpen()) return Optional.of(Key.of(below, null, key.means(), new Any()));
                }
                if (shape instanceof MapOf map) return below(map, below, key);
                if (shape instanceof Secret && below.equals("file"))
                    return Optional.of(Key.text("file", null, "A file with the secret."));
            }
        }
        return Optional.empty();
    }

    private static Optional<Key> below(MapOf map, String path, Key key) {
        if (!(map.value() instanceof MapOf inner)) return Optional.of(Key.of(path, null, key.means(), map.value()));
        int dot = path.indexOf('.');
        return Optional.of(Key.of(path, null, key.means(), dot < 0 ? inner : inner.value()));
    }
}
