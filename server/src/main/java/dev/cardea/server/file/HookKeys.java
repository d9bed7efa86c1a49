package dev.cardea.server.file;

import dev.cardea.hooks.HookSettings;
import dev.cardea.http.WebUrl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The group {@code hooks}. */
final class HookKeys {
    private static final long TIMEOUT = 3_000;

    private HookKeys() {}

    static @Nullable HookSettings read(Section section, boolean allowHttp) {
        var url = section.text("url");
        var settings = HookSettings.below("/auth/hooks")
                .callbacks(names(section, "callbacks", HookSettings.CALLBACKS))
                .events(names(section, "events", HookSettings.EVENTS));
        if (section.keys().contains("awaited")) {
            settings = settings.awaited(section.choices("awaited", words(HookSettings.EVENTS)));
        }
        settings = settings.timeout(
                Duration.ofMillis(section.number("timeout", 1, 600_000).orElse(TIMEOUT)));
        if (url.isEmpty()) {
            if (!section.keys().contains("url"))
                section.wrong("url", "is missing; it is where the application listens");
            return null;
        }
        if (!isAllowed(url.get(), allowHttp)) {
            section.wrong("url", "must be an https address, or http on this machine (or set danger.allowHttpHooks)");
        } else if (url.get().contains("?") || url.get().contains("#")) {
            section.wrong("url", "must end with a path: /callbacks/… and /events/… are put behind it");
        }
        return settings.url(url.get());
    }

    /** Names, or {@code null} for {@code auto}: those that the application describes. */
    private static @Nullable List<String> names(Section section, String key, List<String> all) {
        var item = section.item(key);
        if (item == null) return null;
        if (item instanceof Item.Listing) return section.choices(key, words(all));
        section.choice(key, Map.of("auto", "auto"));
        return null;
    }

    private static boolean isAllowed(String url, boolean allowHttp) {
        return WebUrl.parse(url)
                .filter(u -> u.isHttps() || u.isLoopback() || allowHttp)
                .isPresent();
    }

    private static Map<String, String> words(List<String> words) {
        var all = new LinkedHashMap<String, String>();
        for (var word : words) all.put(word, word);
        return all;
    }
}
