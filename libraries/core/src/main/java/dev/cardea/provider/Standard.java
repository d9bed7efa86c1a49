package dev.cardea.provider;

import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the answers of a provider that does not define its own functions for that. */
final class Standard {
    private static final List<String> STORED =
            List.of("access_token", "id_token", "refresh_token", "expires_at", "scope", "token_type", "session_state");

    private Standard() {}

    /** The tokens that are stored with an account. */
    static Claims stored(Claims tokens) {
        var kept = Claims.NONE;
        for (var name : STORED) kept = kept.withPresent(name, tokens.value(name));
        return kept;
    }

    /** The user by the standard claims of OpenID Connect. */
    static User user(Claims profile) {
        var user = Claims.NONE.withPresent("id", first(profile, "sub", "id"));
        user = put(user, "name", profile, "name", "nickname", "preferred_username");
        user = put(user, "email", profile, "email");
        return User.of(put(user, "image", profile, "picture"));
    }

    /** The first of the names that has a value; {@code null} where one of them is null. */
    private static Claims put(Claims user, String name, Claims profile, String... names) {
        var value = first(profile, names);
        if (value != null) return user.with(name, value);
        return profile.has(names[names.length - 1]) ? user.with(name, null) : user;
    }

    private static @Nullable Object first(Claims profile, String... names) {
        for (var name : names) {
            var value = profile.value(name);
            if (value != null) return value;
        }
        return null;
    }
}
