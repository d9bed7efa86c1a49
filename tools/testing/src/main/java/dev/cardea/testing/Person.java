package dev.cardea.testing;

import dev.cardea.json.Claims;
import org.jspecify.annotations.Nullable;

/**
 * A user of an {@link IdentityProvider}.
 *
 * @param sub the id of the account
 * @param claims standard claims (OpenID Connect Core §5.1) and any others
 */
public record Person(String sub, Claims claims) {
    /** Makes a user with a verified address. */
    public static Person of(String sub, String name, String email) {
        return new Person(sub, Claims.of("name", name).with("email", email).with("email_verified", true));
    }

    public Person with(String claim, @Nullable Object value) {
        return new Person(sub, claims.with(claim, value));
    }

    public Person without(String claim) {
        return new Person(sub, claims.without(claim));
    }

    String name() {
        String name = claims.text("name");
        return name == null ? sub : name;
    }

    /** Returns the claims that a token with this scope reveals (OpenID Connect Core §5.4). */
    Claims within(String scope) {
        var visible = claims;
        for (var name : claims.asMap().keySet()) {
            String needed = name.startsWith("email") ? "email" : "profile";
            if (!(" " + scope + " ").contains(" " + needed + " ")) visible = visible.without(name);
        }
        return visible;
    }

    boolean isNamed(@Nullable String hint) {
        return hint != null && (hint.equals(sub) || hint.equals(claims.text("email")));
    }
}
