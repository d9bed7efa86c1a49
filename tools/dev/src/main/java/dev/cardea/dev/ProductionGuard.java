package dev.cardea.dev;

import dev.cardea.Auth;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.StoreLocation;
import dev.cardea.adapter.StoreLocation.Location;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.error.ConfigurationException;
import dev.cardea.error.ConfigurationException.Finding;
import dev.cardea.error.ErrorType;
import dev.cardea.http.WebUrl;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Refuses to start development mode in production. No setting lifts any of these checks. */
final class ProductionGuard {
    private static final List<String> VARIABLES = List.of("CARDEA_ENV", "NODE_ENV");

    /** The forms in which class loaders name a jar inside of a packaged application. */
    private static final Pattern PACKAGED =
            Pattern.compile("(?i)(jar:)?nested:.*|.*!/.*|.*/(BOOT-INF|WEB-INF|APP-INF)/.*|.*/quarkus-app/.*");

    private final boolean keepStore;

    ProductionGuard(boolean keepStore) {
        this.keepStore = keepStore;
    }

    /** @param configured what the application set itself; {@code null} if it set nothing */
    void requireDevelopment(@Nullable Environment configured, Env env) {
        if (configured == Environment.PRODUCTION) {
            throw rejection("environment", "environment is production");
        }
        for (var name : VARIABLES) {
            var value = env.get(name).map(it -> it.strip().toLowerCase(Locale.ROOT));
            if (value.isEmpty()) continue;
            // A word that is not known may be another spelling of production, such as prod or live.
            var known = Environment.parse(value.get())
                    .orElseThrow(() -> rejection(
                            name, name + " isn't a known environment; set it to development or test, or leave it out"));
            if (known == Environment.PRODUCTION) throw rejection(name, name + " is production");
        }
    }

    /** @param url of the site; {@code null} if it is taken from the request, which must then name this machine */
    void requireLocalUrl(@Nullable String url) {
        if (url != null && WebUrl.parse(url).filter(WebUrl::isLoopback).isEmpty()) {
            throw rejection("url", "url (AUTH_URL) isn't on this machine; use for example http://localhost:3000");
        }
    }

    void requireLocalStore(@Nullable Adapter adapter) {
        if (adapter == null) return;
        var location = adapter instanceof StoreLocation store ? store.location() : Location.REMOTE;
        if (location == Location.EMBEDDED || (location == Location.LOOPBACK && keepStore)) return;
        throw rejection(
                "adapter",
                location == Location.LOOPBACK
                        ? "the store isn't embedded; for a database on this machine, call keepStore() or pass "
                                + "--keep-store"
                        : "the store might not be local; use SQLite, H2 or InMemoryAdapter. Cardea can only "
                                + "recognize a database on this machine while it's running, so start it first");
    }

    static void requireUnpackaged() {
        requireUnpackaged(location(ProductionGuard.class), location(Auth.class));
    }

    /**
     * @param own where the classes of development mode were loaded from; {@code null} if unknown
     * @param core where the classes of the library were loaded from; {@code null} if unknown
     */
    static void requireUnpackaged(@Nullable String own, @Nullable String core) {
        if (own == null || PACKAGED.matcher(own).matches()) {
            throw rejection(
                    "cardea-dev", "it was loaded from inside a packaged application; exclude cardea-dev from it");
        }
        if (own.equals(core)) {
            throw rejection("cardea-dev", "it is in one jar with the library; exclude cardea-dev from that jar");
        }
    }

    private static @Nullable String location(Class<?> type) {
        var source = type.getProtectionDomain().getCodeSource();
        return source == null || source.getLocation() == null
                ? null
                : source.getLocation().toString();
    }

    private static ConfigurationException rejection(String setting, String why) {
        return new ConfigurationException(List.of(new Finding(
                ErrorType.INVALID_CONFIGURATION, setting, "development mode doesn't start in production: " + why)));
    }
}
