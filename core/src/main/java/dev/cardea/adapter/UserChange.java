package dev.cardea.adapter;

import dev.cardea.json.Claims;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The fields of a user that change. An absent field stays; a field that is {@code null} is cleared. */
public record UserChange(String id, Claims fields) {
    public static UserChange of(String id) {
        return new UserChange(id, Claims.NONE);
    }

    public UserChange name(@Nullable String name) {
        return with("name", name);
    }

    public UserChange email(String email) {
        return with("email", email);
    }

    public UserChange image(@Nullable String image) {
        return with("image", image);
    }

    public UserChange emailVerified(@Nullable Instant instant) {
        return with("emailVerified", instant);
    }

    public UserChange with(String name, @Nullable Object value) {
        return new UserChange(id, fields.with(name, value));
    }
}
