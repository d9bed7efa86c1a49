package dev.cardea.internal.session;

import dev.cardea.adapter.StoredSession;
import dev.cardea.http.Cookie;
import dev.cardea.json.Claims;
import dev.cardea.model.Login;
import dev.cardea.model.User;
import dev.cardea.token.ReservedClaim.Mark;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The user who is signed in when another sign-in begins, and to whom an account may be linked.
 *
 * @param session what the store has of it; {@code null} if only the cookie has it
 * @param isUnverified whether the session ends when the user's address is verified for the first time
 * @param cookies that keep what the {@code jwt} callback changed; for an answer that issues no new session
 * @param token what its cookie says, as the {@code jwt} callback returned it; {@link Claims#NONE} if it is only a key
 */
public record CurrentLogin(
        User user, @Nullable StoredSession session, boolean isUnverified, List<Cookie> cookies, Claims token) {
    /** Returns the login of the changed user. What the {@code jwt} callback has set of the user stays. */
    public CurrentLogin changed(User now) {
        return new CurrentLogin(now, session, isUnverified, cookies, TokenUser.changed(token, user, now));
    }

    /** Returns the login after its own user has verified the address: that ends it no longer. */
    public CurrentLogin verified() {
        return new CurrentLogin(user, session, false, cookies, Mark.UNVERIFIED.off(token));
    }

    /** Returns the login as modules and applications see it; empty if only the cookie has the session. */
    public Optional<Login> login() {
        return Optional.ofNullable(session).map(stored -> new Login(user, stored.id()));
    }
}
