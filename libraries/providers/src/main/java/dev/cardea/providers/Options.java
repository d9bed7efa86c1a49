package dev.cardea.providers;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The options of a provider, including defaults. Never prints them, because an option can be a key. */
final class Options {
    private final Map<String, String> values;

    private Options(Map<String, String> values) {
        this.values = values;
    }

    /** @throws IllegalArgumentException naming an option that is unknown or missing */
    static Options of(List<Option> known, Map<String, String> given) {
        var values = new LinkedHashMap<String, String>();
        for (var option : known) {
            if (option.fallback() != null) values.put(option.name(), option.fallback());
        }
        for (var entry : given.entrySet()) {
            named(known, entry.getKey()).require(entry.getValue());
            values.put(entry.getKey(), entry.getValue());
        }
        for (var option : known) {
            if (option.needed() && !values.containsKey(option.name())) {
                throw new IllegalArgumentException("the option " + option.name() + " is missing: " + option.means());
            }
        }
        return new Options(values);
    }

    private static Option named(List<Option> known, String name) {
        for (var option : known) {
            if (option.name().equals(name)) return option;
        }
        var names = known.stream().map(Option::name).toList();
        throw new IllegalArgumentException(
                "there is no option " + name + (names.isEmpty() ? "" : "; there is " + String.join(", ", names)));
    }

    /** Returns an option that is a number and has a default. */
    int number(String name) {
        return Integer.parseInt(get(name));
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(values.get(name));
    }

    @Nullable String text(String name) {
        return values.get(name);
    }

    /** Returns an option that has a default or is required. */
    String get(String name) {
        var value = values.get(name);
        if (value == null) throw new IllegalArgumentException("the option " + name + " is missing");
        return value;
    }

    @Override
    public String toString() {
        return "Options" + values.keySet();
    }
}
