package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.http.Cookie;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The user who is signed in when another sign-in begins, and to whom an account may be linked.
 *
 * @param session what the store has of it; {@code null} if only the cookie has it
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 * @param cookies that keep what the {@code jwt} callback changed; for an answer that issues no new session
 */
public record CurrentLogin(User user, @Nullable StoredSession session, boolean isUnverified, List<Cookie> cookies) {}
