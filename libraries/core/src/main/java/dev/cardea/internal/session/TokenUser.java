package dev.cardea.internal.session;

import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.util.LinkedHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The user in the claims of a session token, which have Auth.js's names: {@code sub}, {@code picture}. */
final class TokenUser {
    private TokenUser() {}

    /** Returns the claims of a new login, before the callback adds its own. */
    static Claims claims(User user) {
        var claims = Claims.NONE;
        for (var name : new String[] {"name", "email"}) {
            if (user.claims().has(name))
                claims = claims.with(name, user.claims().value(name));
        }
        if (user.claims().has("image"))
            claims = claims.with("picture", user.claims().value("image"));
        return claims.withPresent("sub", user.id());
    }

    /** Returns the claims of a token after a change of its user. What hasn't changed of the user stays as the token has it. */
    static Claims changed(Claims token, User before, User now) {
        var earlier = claims(before);
        var changed = token;
        for (var claim : claims(now).asMap().entrySet()) {
            if (Objects.equals(claim.getValue(), earlier.value(claim.getKey()))) continue;
            changed = changed.with(claim.getKey(), claim.getValue());
        }
        return changed;
    }

    /** Returns what the session shows of the user: no id. */
    static User shown(Claims token) {
        var user = new LinkedHashMap<String, @Nullable Object>();
        if (token.has("name")) user.put("name", token.value("name"));
        if (token.has("email")) user.put("email", token.value("email"));
        if (token.has("picture")) user.put("image", token.value("picture"));
        return User.of(Claims.of(user));
    }

    /** Returns the user with the id. */
    static User known(User shown, Claims token) {
        return User.of(Claims.NONE.withPresent("id", token.text("sub")).withAll(shown.claims()));
    }
}
