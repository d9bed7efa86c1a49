package dev.cardea.http;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A URL with query parameters that can be set: in place if they exist, otherwise at the end. A fragment stays last.
 * Immutable.
 */
public final class QueryUrl {
    private final String base;
    private final Map<String, String> parameters;
    private final String fragment;

    private QueryUrl(String base, Map<String, String> parameters, String fragment) {
        this.base = base;
        this.parameters = parameters;
        this.fragment = fragment;
    }

    /** Splits a URL; it needn't have a query. */
    public static QueryUrl of(String url) {
        int hash = url.indexOf('#');
        String text = hash < 0 ? url : url.substring(0, hash);
        String fragment = hash < 0 ? "" : url.substring(hash);
        int mark = text.indexOf('?');
        if (mark < 0) return new QueryUrl(text, new LinkedHashMap<>(), fragment);
        return new QueryUrl(
                text.substring(0, mark), new LinkedHashMap<>(Form.decode(text.substring(mark + 1))), fragment);
    }

    /** Returns a copy with the parameter set. */
    public QueryUrl set(String name, String value) {
        var all = new LinkedHashMap<>(parameters);
        all.put(name, value);
        return new QueryUrl(base, all, fragment);
    }

    /** Returns a copy with the parameters set. */
    public QueryUrl setAll(Map<String, String> values) {
        var all = new LinkedHashMap<>(parameters);
        all.putAll(values);
        return new QueryUrl(base, all, fragment);
    }

    /** Returns names and values, in the order of the URL. */
    public Map<String, String> parameters() {
        return parameters;
    }

    @Override
    public String toString() {
        return (parameters.isEmpty() ? base : base + "?" + Form.encode(parameters)) + fragment;
    }
}
