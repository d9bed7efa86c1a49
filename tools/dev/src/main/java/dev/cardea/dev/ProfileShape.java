package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Profile;
import dev.cardea.model.TokenSet;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.providers.Mapping;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes the profile that a provider would send for a person: the mapping of the provider, inverted. Where a mapping
 * computes a value, the profile has the usual names of that value besides.
 */
final class ProfileShape {
    private static final Pattern PATH = Pattern.compile("[\\w$-]+\\??(\\.[\\w$-]+\\??|\\.?\\[\\d+]\\??)*");
    private static final Pattern WORDS = Pattern.compile("words\\((.*)\\)");
    private static final Claims TOKENS = Claims.of("access_token", "none").with("token_type", "Bearer");

    private final OAuthProvider provider;

    ProfileShape(OAuthProvider provider) {
        this.provider = provider;
    }

    /** Returns the profile in the provider's own shape, or in the usual ones if the mapping needs more than it says. */
    Claims of(DevPerson person) {
        boolean standard = provider.isOidc() || provider.profile().isEmpty();
        var start = standard
                ? Claims.of("sub", person.id()).withAll(person.standardClaims())
                : Claims.of("email_verified", person.verified()).with("verified", person.verified());
        if (provider.profile().isEmpty()) return start;
        if (!(provider.profile().get() instanceof Mapping mapping))
            return usual(person).withAll(start);
        var own = inverted(mapping, person, start);
        return maps(Claims.of(own), person) ? Claims.of(own) : complete(own, mapping, person);
    }

    /** Adds the usual values beside the id, where they are absent. */
    private static Claims complete(Map<String, @Nullable Object> own, Mapping mapping, DevPerson person) {
        var id = alternatives(mapping.inWords().get("id"))[0];
        var container = PATH.matcher(id).matches() ? steps(id) : List.<Object>of("id");
        for (var value : usual(person).asMap().entrySet()) {
            var path = new ArrayList<>(container.subList(0, container.size() - 1));
            path.add(value.getKey());
            put(own, path, value.getValue());
        }
        return Claims.of(own);
    }

    private boolean maps(Claims claims, DevPerson person) {
        try {
            var user = provider.user(Profile.of(claims), TokenSet.of(TOKENS), request -> Response.of(404));
            return person.id().equals(user.id());
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static Map<String, @Nullable Object> inverted(Mapping mapping, DevPerson person, Claims start) {
        var profile = new LinkedHashMap<String, @Nullable Object>(start.asMap());
        var words = mapping.inWords();
        write(profile, words.get("id"), person.id());
        write(profile, words.get("name"), person.name());
        write(profile, words.get("email"), person.email());
        write(profile, words.get("image"), null);
        return profile;
    }

    private static String[] alternatives(@Nullable String words) {
        return String.valueOf(words).split(" \\?\\? ", -1);
    }

    /** Writes a value where the first alternative of a description reads it; a computed one is left out. */
    private static void write(Map<String, @Nullable Object> profile, @Nullable String words, @Nullable String value) {
        if (words == null || words.equals("null")) return;
        var first = alternatives(words)[0];
        var joined = WORDS.matcher(first);
        if (joined.matches()) {
            writeParts(profile, joined.group(1).split(", ", -1), value);
        } else if (PATH.matcher(first).matches()) {
            put(profile, steps(first), value);
        }
    }

    private static void writeParts(Map<String, @Nullable Object> profile, String[] paths, @Nullable String value) {
        int space = value == null ? -1 : value.indexOf(' ');
        for (int i = 0; i < paths.length; i++) {
            boolean last = i == paths.length - 1;
            String part = null;
            if (value != null && last) part = value.substring(i == 0 ? 0 : space + 1);
            else if (value != null && i == 0) part = value.substring(0, Math.max(0, space));
            put(profile, steps(paths[i]), part);
        }
    }

    private static List<Object> steps(String path) {
        var steps = new ArrayList<Object>();
        for (var part : path.replace("?", "").split("\\.|(?<=[^.])(?=\\[)", -1)) {
            steps.add(part.startsWith("[") ? (Object) Integer.valueOf(part.substring(1, part.length() - 1)) : part);
        }
        return steps;
    }

    /** Makes the objects and lists on the path. A value that is there already stays. */
    @SuppressWarnings("unchecked")
    private static void put(Object container, List<Object> steps, @Nullable Object value) {
        var step = steps.get(0);
        var rest = steps.subList(1, steps.size());
        if (rest.isEmpty()) {
            if (container instanceof Map<?, ?> object && object.get(step) == null) {
                ((Map<Object, @Nullable Object>) object).put(step, value);
            } else if (container instanceof List<?> list && list.isEmpty()) {
                ((List<@Nullable Object>) list).add(value);
            }
            return;
        }
        Object next = rest.get(0) instanceof Integer
                ? new ArrayList<@Nullable Object>()
                : new LinkedHashMap<String, @Nullable Object>();
        if (container instanceof Map<?, ?> object) {
            var known = ((Map<Object, @Nullable Object>) object).computeIfAbsent(step, name -> next);
            put(known == null ? next : known, rest, value);
        } else if (container instanceof List<?> list) {
            if (list.isEmpty()) ((List<Object>) list).add(next);
            put(list.get(0), rest, value);
        }
    }

    /** Returns the values under the names that most services use. */
    private static Claims usual(DevPerson person) {
        var claims = Claims.NONE;
        for (var name : List.of("id", "sub", "uid", "user_id", "account_id")) claims = claims.with(name, person.id());
        for (var name : List.of("login", "username", "user_name", "preferred_username", "nickname")) {
            claims = claims.with(name, "user" + person.id());
        }
        for (var name : List.of("name", "display_name", "displayName", "real_name", "full_name")) {
            claims = claims.with(name, person.name());
        }
        for (var name : List.of("first_name", "given_name", "firstName"))
            claims = claims.with(name, person.givenName());
        for (var name : List.of("last_name", "family_name", "lastName"))
            claims = claims.with(name, person.familyName());
        for (var name : List.of("picture", "avatar", "avatar_url", "image", "photo")) claims = claims.with(name, null);
        var address = person.email() == null
                ? List.of()
                : List.of(Map.of("email", person.email(), "primary", true, "verified", person.verified()));
        return claims.with("profilePicturePath", "").with("emails", address).with("email", person.email());
    }
}
