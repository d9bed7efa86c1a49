package dev.cardea.testing;

import dev.cardea.json.Claims;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who has an account at an {@link IdentityProvider}.
 *
 * @param sub the account's id there
 * @param claims standard claims (OpenID Connect Core §5.1) and any others
 */
public record Person(String sub, Claims claims) {
    /** Somebody with a proven address. */
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

    /** What a token with this scope may say of them (OpenID Connect Core §5.4). */
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
