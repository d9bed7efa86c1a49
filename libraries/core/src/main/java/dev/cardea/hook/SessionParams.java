package dev.cardea.hook;

import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * A session is read (Auth.js: the params of {@code session}).
 *
 * @param session what would be sent; with database sessions the complete row and its user
 * @param token with JWT sessions
 * @param user with database sessions
 * @param newSession what the client sent with an update
 * @param trigger {@link Trigger#UPDATE} or {@code null}
 */
public record SessionParams(
        Session session,
        @Nullable Claims token,
        @Nullable User user,
        @Nullable Object newSession,
        @Nullable Trigger trigger) {}
