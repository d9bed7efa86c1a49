package dev.cardea.adapter;

import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a user that change; all others stay as they are.
 *
 * <pre>{@code
 * UserChange.of(id).name("Ada").clear("image")
 * }</pre>
 *
 * @param fields the fields by name, without the id, which never changes. A field that {@link #clear} names is
 *     {@code null}, as in a JSON merge patch (RFC 7396); in an adapter, ask {@link Claims#has} for the others
 */
public record UserChange(String id, Claims fields) {
    public UserChange {
        fields = fields.without("id");
    }

    public static UserChange of(String id) {
        return new UserChange(id, Claims.NONE);
    }

    public UserChange name(String name) {
        return with("name", name);
    }

    public UserChange email(String email) {
        return with("email", email);
    }

    public UserChange image(String image) {
        return with("image", image);
    }

    public UserChange emailVerified(Instant instant) {
        return with("emailVerified", instant);
    }

    /**
     * Sets a field, also one of the application.
     *
     * @throws NullPointerException if the value is {@code null}; {@link #clear} empties a field
     */
    public UserChange with(String name, Object value) {
        return put(name, Objects.requireNonNull(value, () -> name + " is null; clear(\"" + name + "\") empties it"));
    }

    /** Empties a field. */
    public UserChange clear(String name) {
        return put(name, null);
    }

    private UserChange put(String name, @Nullable Object value) {
        return new UserChange(id, fields.with(name, value));
    }
}
