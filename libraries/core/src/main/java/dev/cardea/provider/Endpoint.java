package dev.cardea.provider;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A URL of the provider, and query parameters for it.
 *
 * @param url {@code null} means that of the discovery document
 * @param params set in order, each replacing a parameter of the same name; the value of {@code claims} is JSON text
 */
public record Endpoint(@Nullable String url, Map<String, String> params) {
    /** Everything from the discovery document. */
    public static final Endpoint DISCOVERED = new Endpoint(null, Map.of());

    public Endpoint {
        params = Collections.unmodifiableMap(new LinkedHashMap<>(params));
    }

    public static Endpoint of(String url) {
        return new Endpoint(url, Map.of());
    }

    public Endpoint url(@Nullable String changed) {
        return new Endpoint(changed, params);
    }

    public Endpoint param(String name, String value) {
        var all = new LinkedHashMap<>(params);
        all.put(name, value);
        return new Endpoint(url, all);
    }
}
