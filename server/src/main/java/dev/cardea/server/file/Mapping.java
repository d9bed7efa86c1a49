package dev.cardea.server.file;

import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a user out of a profile by paths: dots go into objects, numbers into lists; of several paths the first that
 * leads to a value counts.
 */
public final class Mapping implements BiFunction<Profile, TokenSet, User> {
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,6}");

    private final Map<String, List<String>> paths;

    /** @param paths for each of the user's fields, the paths to try */
    public Mapping(Map<String, List<String>> paths) {
        this.paths = new LinkedHashMap<>(paths);
    }

    @Override
    public User apply(Profile profile, TokenSet tokens) {
        var user = Claims.NONE;
        for (var field : paths.entrySet()) {
            var value = first(profile.claims().asMap(), field.getValue());
            user = user.with(field.getKey(), field.getKey().equals("id") ? asText(value) : value);
        }
        return User.of(user);
    }

    private static @Nullable Object first(Object profile, List<String> paths) {
        for (var path : paths) {
            var value = follow(profile, path);
            if (value != null) return value;
        }
        return null;
    }

    /** A key that holds dots itself is found before it is split. */
    private static @Nullable Object follow(@Nullable Object value, String path) {
        if (value instanceof Map<?, ?> object && object.containsKey(path)) return object.get(path);
        int dot = path.indexOf('.');
        if (dot < 0) return step(value, path);
        return follow(step(value, path.substring(0, dot)), path.substring(dot + 1));
    }

    private static @Nullable Object step(@Nullable Object value, String name) {
        if (value instanceof Map<?, ?> object) return object.get(name);
        if (!(value instanceof List<?> list) || !INDEX.matcher(name).matches()) return null;
        int index = Integer.parseInt(name);
        return index < list.size() ? list.get(index) : null;
    }

    private static @Nullable String asText(@Nullable Object value) {
        return value == null ? null : value instanceof String text ? text : Json.print(value);
    }
}
