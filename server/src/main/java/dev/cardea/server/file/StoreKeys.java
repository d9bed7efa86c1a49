package dev.cardea.server.file;

import dev.cardea.adapter.jdbc.Layout;
import dev.cardea.server.store.StoreSettings;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The key {@code store}: an address, or a group with one. */
final class StoreKeys {
    static final Map<String, String> LAYOUTS = new LinkedHashMap<>();

    static {
        LAYOUTS.put("auto", "auto");
        for (var layout : Layout.names()) LAYOUTS.put(layout, layout);
    }

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

    private static @Nullable StoreSettings group(Section section) {
        var url = section.text("url");
        var user = section.text("user").orElse(null);
        var password = section.secret("password").orElse(null);
        var limits = section.text("limits").orElse(null);
        var layout = section.choice("layout", LAYOUTS).orElse("auto");
        var size = new Long[1];
        var timeout = new Long[1];
        section.section("pool", pool -> {
            size[0] = pool.number("size").orElse(null);
            timeout[0] = pool.number("timeout").orElse(null);
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
