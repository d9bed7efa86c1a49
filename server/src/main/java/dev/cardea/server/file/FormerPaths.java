package dev.cardea.server.file;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Mapping;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the mapping of a file that was written before the library and the file had one notation for paths. There,
 * {@code data.0.id} was an index, a missing part was skipped, and a name with dots was found before it was split. The
 * release after 0.1 removes this class. Safe for concurrent use.
 */
final class FormerPaths implements OAuthProvider.ProfileMapper {
    private static final System.Logger LOG = System.getLogger("dev.cardea.server");
    private static final Pattern INDEX = Pattern.compile("[0-9]{1,6}");
    private static final Pattern FORMER_INDEX = Pattern.compile("(?<=^|\\.)([0-9]{1,6})(?=\\.|$)");

    private final String setting;
    private final Map<String, List<String>> paths;
    private final @Nullable Mapping present;
    private final AtomicBoolean warned = new AtomicBoolean();

    /**
     * @param setting the key of the mapping, for the warning
     * @param paths for each of the user's fields, the paths to try
     * @param present the mapping in the present notation, which is tried first; {@code null} if the paths are malformed
     *     there
     */
    FormerPaths(String setting, Map<String, List<String>> paths, @Nullable Mapping present) {
        this.setting = setting;
        this.paths = new LinkedHashMap<>(paths);
        this.present = present;
    }

    /** Returns whether a path has an index in the former notation. */
    static boolean hasFormerIndex(String path) {
        return FORMER_INDEX.matcher(path).find();
    }

    /** Returns whether a path has a sign of the present notation. A mapping with such a path is read by it alone. */
    static boolean isPresentNotation(String path) {
        return path.indexOf('[') >= 0 || path.contains("?.");
    }

    /** Returns a path with a former index in the present notation. */
    static String translate(String path) {
        return FORMER_INDEX.matcher(path).replaceAll("[$1]").replace(".[", "[");
    }

    /**
     * Returns a path in the present notation that reads the same values: a missing part is skipped, as before. A path with
     * the signs of an address is a name.
     */
    static String upgraded(String path) {
        if (path.indexOf('/') >= 0 || path.indexOf(':') >= 0) return "[\"" + path + "\"]";
        var parts = path.split("\\.");
        var upgraded = new StringBuilder(parts[0]);
        for (var part : Arrays.asList(parts).subList(1, parts.length)) {
            upgraded.append("?.").append(INDEX.matcher(part).matches() ? "[" + part + "]" : part);
        }
        return upgraded.toString();
    }

    @Override
    public User map(Profile profile, TokenSet tokens, OAuthProvider provider, HttpHandler http) {
        if (present == null) return former(profile, new IllegalArgumentException("the profile has no id"));
        try {
            return present.map(profile, tokens, provider, http);
        } catch (IllegalArgumentException missing) {
            var user = former(profile, missing);
            if (!warned.getAndSet(true)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "{0}: {1}; write ?. before a part that may be missing, because in the next release such "
                                + "a sign-in fails",
                        setting,
                        missing.getMessage());
            }
            return user;
        }
    }

    private User former(Profile profile, IllegalArgumentException withoutId) {
        var user = Claims.NONE;
        for (var field : paths.entrySet()) {
            var value = first(profile.claims().asMap(), field.getValue());
            user = user.with(field.getKey(), field.getKey().equals("id") ? asText(value) : value);
        }
        if (user.value("id") == null) throw withoutId;
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
