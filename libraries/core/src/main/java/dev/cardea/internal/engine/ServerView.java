package dev.cardea.internal.engine;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.hook.Callbacks;
import dev.cardea.internal.session.SessionResult;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a site's server gets to see of a session, which is more than its browsers do. */
public final class ServerView {
    private ServerView() {}

    /** The session with a user who has all that the server knows, and over it what the session callback made of them. */
    public static @Nullable Session of(SessionResult read) {
        var session = read.session();
        if (session == null || read.user() == null) return session;
        var user = read.user().claims().withAll(session.user().claims());
        return session.user(User.of(user));
    }

    /**
     * The same for a site that asks over the wire. With a session callback it is what the callback returned, and the user's
     * id if absent: sites hand the session on to browsers, so what the callback removed stays out. A user whom it left out
     * stays out too, as sites let in who is a user.
     */
    public static @Nullable Session forSite(SessionResult read, Callbacks callbacks) {
        var session = read.session();
        boolean leftOut = session != null && session.get(Claim.object("user")).isEmpty();
        if (session == null || leftOut || !callbacks.isSessionSet()) return leftOut ? session : of(read);
        var shown = session.user().claims();
        var id = read.user() == null ? null : read.user().claims().value("id");
        return shown.has("id") || id == null
                ? session
                : session.user(User.of(Claims.of("id", id).withAll(shown)));
    }

    /** @throws AuthException where it is unknown who is signed in; an {@link AdapterException} where the store failed */
    public static void requireAnswered(SessionResult read) {
        var unknown = unknown(read);
        if (unknown.isPresent()) throw unknown.get();
    }

    /** Why it is unknown who is signed in; empty where it is known. */
    public static Optional<AuthException> unknown(SessionResult read) {
        return Optional.ofNullable(read.failure())
                .map(failure -> failure.getCause() instanceof AdapterException adapter ? adapter : failure);
    }

    /** Whether this is such a reason: the store, or a callback, failed while a session was read. */
    public static boolean isUnknown(@Nullable Throwable cause) {
        return cause instanceof AdapterException
                || (cause instanceof AuthException failure && failure.type().isSessionUnknown());
    }
}
