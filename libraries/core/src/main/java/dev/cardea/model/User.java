package dev.cardea.model;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A user as a provider describes them or as the store keeps them (Auth.js: {@code User}, {@code AdapterUser}). Stored
 * users have an {@code id} and an {@code email}. Unknown fields are kept.
 */
public final class User {
    private final Claims claims;

    private User(Claims claims) {
        this.claims = claims;
    }

    public static User of(Claims claims) {
        return new User(claims);
    }

    /** Creates a user with the fields that are not {@code null}. */
    public static User of(@Nullable String id, @Nullable String name, @Nullable String email) {
        return new User(
                Claims.NONE.withPresent("id", id).withPresent("name", name).withPresent("email", email));
    }

    public @Nullable String id() {
        var id = claims.value("id");
        return id == null ? null : id instanceof String text ? text : Json.print(id);
    }

    public @Nullable String name() {
        return claims.text("name");
    }

    public @Nullable String email() {
        return claims.text("email");
    }

    /**
     * Returns a text that represents the user on their own pages: the name, or else the email address, or else the id.
     * A user who signed up with an email link or a passkey has no name. Do not show it to other users, because it can
     * be an email address.
     *
     * @return empty if the user has none of the three
     */
    public String displayName() {
        for (var text : new String[] {name(), email(), id()}) {
            if (text != null && !text.isBlank()) return text;
        }
        return "";
    }

    public @Nullable String image() {
        return claims.text("image");
    }

    /** Returns when a sign-in link first verified the address; {@code null} until then. */
    public @Nullable Instant emailVerified() {
        return claims.get(Claim.time("emailVerified")).orElse(null);
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return claims.get(claim);
    }

    public User with(String name, @Nullable Object value) {
        return new User(claims.with(name, value));
    }

    public <T> User with(Claim<T> claim, @Nullable T value) {
        return new User(claims.with(claim, value));
    }

    /** Returns all fields, in order. */
    public Claims claims() {
        return claims;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof User user && claims.equals(user.claims);
    }

    @Override
    public int hashCode() {
        return claims.hashCode();
    }

    @Override
    public String toString() {
        return "User[" + id() + "]";
    }
}
