package dev.cardea.internal.session;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.http.Cookie;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The user who is signed in when another sign-in begins, and to whom an account may be linked.
 *
 * @param session the row, with database sessions
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 * @param cookies that keep what the {@code jwt} callback changed; for an answer that issues no new session
 */
public record CurrentLogin(User user, @Nullable AdapterSession session, boolean isUnverified, List<Cookie> cookies) {}
