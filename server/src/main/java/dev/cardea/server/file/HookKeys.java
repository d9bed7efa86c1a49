package dev.cardea.server.file;

import dev.cardea.http.WebUrl;
import dev.cardea.server.hooks.HookSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The group {@code hooks}. */
final class HookKeys {
    private static final long TIMEOUT = 3_000;

    private HookKeys() {}

    static @Nullable HookSettings read(Section section, boolean allowHttp) {
        var url = section.text("url");
        var callbacks = section.choices("callbacks", words(HookSettings.CALLBACKS));
        var events = section.choices("events", words(HookSettings.EVENTS));
        var awaited = section.keys().contains("awaited")
                ? Set.copyOf(section.choices("awaited", words(HookSettings.EVENTS)))
                : HookSettings.AWAITED;
        var timeout = section.number("timeout", 1, 600_000).orElse(TIMEOUT);
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
        return new HookSettings(
                trimmed(url.get()), Set.copyOf(callbacks), Set.copyOf(events), awaited, Duration.ofMillis(timeout));
    }

    private static boolean isAllowed(String url, boolean allowHttp) {
        return WebUrl.parse(url)
                .filter(u -> u.isHttps() || u.isLoopback() || allowHttp)
                .isPresent();
    }

    private static String trimmed(String url) {
        return url.endsWith("/") ? trimmed(url.substring(0, url.length() - 1)) : url;
    }

    private static Map<String, String> words(List<String> words) {
        var all = new LinkedHashMap<String, String>();
        for (var word : words) all.put(word, word);
        return all;
    }
}
