package dev.cardea.providers;

import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.model.User;
import dev.cardea.provider.ClientRegistration;
import dev.cardea.provider.ProfileMapper;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps a profile to a user's id, name, address and picture. Immutable.
 *
 * <pre>{@code
 * Mapping.id("id").name("name", "login").email("email").image("avatar_url")
 * }</pre>
 *
 * <p>Of several paths, the first that leads to a value counts. A path enters objects with dots and lists with
 * {@code [0]}. A missing part on the path is an error, because a profile of another shape is an error response or
 * belongs to another service; parts after {@code ?.} may be missing. Ids become text. Fields without a mapping are
 * {@code null}.
 */
public final class Mapping implements ProfileMapper {
    private static final Mapping NOTHING = new Mapping(Map.of());

    /** Maps the claims of OpenID Connect Core §5.1, for providers without their own mapping. */
    public static final Mapping STANDARD = NOTHING.with("id", new Paths("sub", "id"))
            .with("name", new Paths("name", "nickname", "preferred_username"))
            .with("email", new Paths("email"))
            .with("image", new Paths("picture"));

    private final Map<String, Source> fields;

    private Mapping(Map<String, Source> fields) {
        this.fields = fields;
    }

    /** Starts with an id that does not change when users rename themselves. */
    public static Mapping id(String... paths) {
        return startingWith(new Paths(paths));
    }

    /** Starts with an id that is computed from the profile. */
    public static Mapping id(String words, Function<Claims, @Nullable Object> made) {
        return startingWith(new ComputedValue(words, made));
    }

    private static Mapping startingWith(Source id) {
        return NOTHING.with("id", id)
                .with("name", NoValue.NULL)
                .with("email", NoValue.NULL)
                .with("image", NoValue.NULL);
    }

    public Mapping name(String... paths) {
        return with("name", new Paths(paths));
    }

    /** Joins those of the parts that exist with blanks; used after the paths of the name, if there are any. */
    public Mapping nameOf(String... parts) {
        var joined = new JoinedValues(parts);
        var before = fields.get("name");
        return with("name", before instanceof Paths paths ? new Either(paths, joined) : joined);
    }

    /** @param words describes the value, for lists and documents */
    public Mapping name(String words, Function<Claims, @Nullable Object> made) {
        return with("name", new ComputedValue(words, made));
    }

    public Mapping email(String... paths) {
        return with("email", new Paths(paths));
    }

    public Mapping email(String words, Function<Claims, @Nullable Object> made) {
        return with("email", new ComputedValue(words, made));
    }

    public Mapping image(String... paths) {
        return with("image", new Paths(paths));
    }

    public Mapping image(String words, Function<Claims, @Nullable Object> made) {
        return with("image", new ComputedValue(words, made));
    }

    /** Maps a picture that depends on the provider's settings or comes from another source. */
    public Mapping image(String words, Fetch fetch) {
        return with("image", new FetchedValue(words, fetch));
    }

    /** Fetches the value of a field from another source. */
    @FunctionalInterface
    public interface Fetch {
        @Nullable Object of(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http);
    }

    /** Maps an additional field of the user. */
    public Mapping field(String name, String... paths) {
        return with(name, new Paths(paths));
    }

    @Override
    public User map(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        var from = new From(profile, tokens, provider, http);
        var user = Claims.NONE;
        for (var field : fields.entrySet()) {
            var value = field.getValue().in(from);
            if (value == JsonPath.MISSING) continue;
            user = user.with(field.getKey(), value != null && field.getKey().equals("id") ? text(value) : value);
        }
        if (user.value("id") == null) throw new IllegalArgumentException("the profile has no id");
        return User.of(user);
    }

    /** Returns whether a field comes from another source than the profile, such as a picture that is fetched. */
    public boolean readsOtherSources() {
        return fields.values().stream().anyMatch(FetchedValue.class::isInstance);
    }

    /** Returns each field and a description of its source. */
    public Map<String, String> inWords() {
        var words = new LinkedHashMap<String, String>();
        fields.forEach((name, source) -> words.put(name, source.toString()));
        return words;
    }

    @Override
    public String toString() {
        return "Mapping" + inWords();
    }

    /** Joins those of the texts and numbers that exist with blanks; an empty text if there are none. */
    static String joined(@Nullable Object... parts) {
        return Stream.of(parts)
                .filter(part -> part instanceof String || part instanceof Number)
                .map(Mapping::text)
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** Returns whether a value counts: not absent, an empty text, zero or false. */
    static boolean says(@Nullable Object value) {
        if (value == null || value == JsonPath.MISSING || value.equals("") || value.equals(false)) return false;
        return !(value instanceof Number number && number.doubleValue() == 0);
    }

    private Mapping with(String name, Source source) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, source);
        return new Mapping(all);
    }

    /** Returns a text as it is, and anything else as JSON. */
    static String text(Object value) {
        return value instanceof String text ? text : Json.print(value);
    }

    private record From(Profile profile, TokenSet tokens, ClientRegistration provider, HttpHandler http) {
        @Nullable Object at(JsonPath path) {
            return path.follow(profile.claims().asMap());
        }
    }

    /** The source of a value; {@link JsonPath#MISSING} means no value. */
    private sealed interface Source {
        @Nullable Object in(From from);
    }

    private enum NoValue implements Source {
        NULL;

        @Override
        public @Nullable Object in(From from) {
            return null;
        }

        @Override
        public String toString() {
            return "null";
        }
    }

    private record Paths(List<JsonPath> paths) implements Source {
        Paths(String... paths) {
            this(parsed(paths));
        }

        @Override
        public @Nullable Object in(From from) {
            Object last = JsonPath.MISSING;
            for (var path : paths) {
                last = from.at(path);
                if (last != JsonPath.MISSING && last != null) return last;
            }
            return last;
        }

        @Override
        public String toString() {
            return paths.stream().map(JsonPath::toString).collect(Collectors.joining(" ?? "));
        }
    }

    private record JoinedValues(List<JsonPath> parts) implements Source {
        JoinedValues(String... parts) {
            this(parsed(parts));
        }

        @Override
        public Object in(From from) {
            return joined(parts.stream().map(from::at).toArray());
        }

        @Override
        public String toString() {
            return parts.stream().map(JsonPath::toString).collect(Collectors.joining(", ", "words(", ")"));
        }
    }

    private record Either(Source first, Source second) implements Source {
        @Override
        public @Nullable Object in(From from) {
            var value = first.in(from);
            return value == JsonPath.MISSING || value == null ? second.in(from) : value;
        }

        @Override
        public String toString() {
            return first + " ?? " + second;
        }
    }

    private record ComputedValue(String words, Function<Claims, @Nullable Object> made) implements Source {
        @Override
        public @Nullable Object in(From from) {
            return made.apply(from.profile.claims());
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private record FetchedValue(String words, Fetch fetch) implements Source {
        @Override
        public @Nullable Object in(From from) {
            return fetch.of(from.profile, from.tokens, from.provider, from.http);
        }

        @Override
        public String toString() {
            return words;
        }
    }

    private static List<JsonPath> parsed(String... paths) {
        return Arrays.stream(paths).map(JsonPath::parse).toList();
    }
}
