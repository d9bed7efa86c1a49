package dev.cardea.hooks;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The callbacks that each address had since the process started, whatever the configuration was at that time. Safe for
 * concurrent use. Only applications that hold the secret add to it.
 */
final class SeenCallbacks {
    private final Map<String, Set<String>> byUrl = new ConcurrentHashMap<>();

    Set<String> at(String url) {
        return byUrl.getOrDefault(url, Set.of());
    }

    void add(String url, Set<String> callbacks) {
        byUrl.merge(url, Set.copyOf(callbacks), (before, more) -> {
            var all = new TreeSet<>(before);
            all.addAll(more);
            return Set.copyOf(all);
        });
    }
}
