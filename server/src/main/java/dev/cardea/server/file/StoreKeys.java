package dev.cardea.server.file;

import dev.cardea.adapter.jdbc.Layout;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.server.store.StoreSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys {@code store}, an address or a group with one, and {@code migrate}. */
final class StoreKeys {
    private static final Map<String, String> LAYOUTS = new LinkedHashMap<>();
    private static final Shape NAMES = new Shape.MapOf(Shape.TEXT);

    static {
        LAYOUTS.put("auto", "auto");
        for (var layout : Layout.names()) LAYOUTS.put(layout, layout);
    }

    private static final Key POOL_SIZE = Key.number("size", "10", "The largest number of connections.", 1, 1_000);
    private static final Key POOL_TIMEOUT =
            Key.number("timeout", "3000", "How many milliseconds a request waits for a connection.", 250, 600_000);

    static final Key STORE = Key.of(
                    "store",
                    null,
                    "The database of the users: a URL, or a group with one. Without it, no users are stored.",
                    Shape.TEXT,
                    Shape.group(
                            Key.text("url", null, "The URL of the store."),
                            Key.text("user", null, "The database user."),
                            Key.secret("password", "The database user's password."),
                            Key.choice("layout", "auto", "The layout of the tables; auto detects it.", LAYOUTS),
                            Key.text("schema", null, "The schema of the tables, if it is not the default one."),
                            Key.of("tables", null, "Names of tables that differ from the layout's.", NAMES),
                            Key.of("columns", null, "Names of columns that differ from the layout's.", NAMES),
                            Key.group("pool", "Connections to the store.", POOL_SIZE, POOL_TIMEOUT),
                            Key.text("limits", null, "Where to count rate limits: memory, or a Redis URL.")))
            .restart();

    static final Key MIGRATE = Key.flag("migrate", "false", "Creates and upgrades the tables at startup.")
            .restart();

    private StoreKeys() {}

    static @Nullable StoreSettings read(Section file) {
        var item = file.item("store");
        if (item == null) return null;
        if (!(item instanceof Item.Table)) {
            return file.text("store")
                    .map(url -> checked(file, StoreSettings.of(url)))
                    .orElse(null);
        }
        var found = new StoreSettings[1];
        file.section("store", section -> found[0] = group(section));
        return found[0] == null ? null : checked(file, found[0]);
    }

    /** Whether tables are created and upgraded at startup. */
    static boolean migrates(Section file) {
        return file.flag("migrate").orElse(false);
    }

    private static @Nullable StoreSettings group(Section section) {
        var url = section.text("url");
        var user = section.text("user").orElse(null);
        var password = section.secret("password").orElse(null);
        var limits = section.text("limits").orElse(null);
        var layout = section.choice("layout", LAYOUTS).orElse("auto");
        var size = new Long[1];
        var timeout = new Long[1];
        section.section("pool", pool -> {
            size[0] = pool.number(POOL_SIZE).orElse(null);
            timeout[0] = pool.number(POOL_TIMEOUT).orElse(null);
        });
        var tables = names(section, "tables");
        var columns = names(section, "columns");
        if (limits != null) {
            StoreSettings.problemOfLimits(limits).ifPresent(problem -> section.wrong("limits", problem));
        }
        if (url.isEmpty()) {
            if (!section.keys().contains("url")) section.wrong("url", "is missing");
            return null;
        }
        var names = new StoreSettings.Names(section.text("schema").orElse(null), tables, columns);
        return new StoreSettings(url.get(), user, password, layout, size[0], timeout[0], names, limits);
    }

    /** What is called otherwise, by the name that the layout has for it. */
    private static Map<String, String> names(Section section, String key) {
        var names = new LinkedHashMap<String, String>();
        section.section(key, group -> {
            for (var name : group.keys()) group.text(name).ifPresent(called -> names.put(name, called));
        });
        return names;
    }

    private static StoreSettings checked(Section file, StoreSettings store) {
        store.problem().ifPresent(problem -> file.wrong("store", problem));
        return store;
    }
}
