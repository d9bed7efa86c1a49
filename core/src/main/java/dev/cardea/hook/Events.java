package dev.cardea.hook;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/**
 * Application code that watches (interface: {@code events}). Override what you need. What a method throws is logged and
 * goes no further.
 */
public interface Events {
    Events NONE = new Events() {};

    default void createUser(CreateUser event) {}

    default void updateUser(UpdateUser event) {}

    default void linkAccount(LinkAccount event) {}

    default void session(Session event) {}

    default void signIn(SignIn event) {}

    default void signOut(SignOut event) {}

    /** Beyond the interface, for audit: a sign-in that was begun or finished failed. */
    default void signInFailed(SignInFailed event) {}

    /** A user was stored for the first time. */
    record CreateUser(User user) {}

    /** A stored user was changed. */
    record UpdateUser(User user) {}

    /**
     * An account was linked.
     *
     * @param user the stored user
     * @param profile who the provider says it is
     */
    record LinkAccount(User user, Account account, User profile) {}

    /**
     * A session was read.
     *
     * @param session as the client sees it
     * @param token with JWT sessions
     */
    record Session(
            dev.cardea.model.@Nullable Session session,
            @Nullable Claims token) {}

    /**
     * Somebody came in.
     *
     * @param isNewUser {@code null} where nothing is stored or the provider is credentials
     */
    record SignIn(
            User user,
            @Nullable Account account,
            @Nullable Profile profile,
            @Nullable Boolean isNewUser) {}

    /**
     * Somebody left.
     *
     * @param session with database sessions: what was deleted, {@code null} where it was gone already
     * @param token with JWT sessions: what the cookie held, {@code null} where it held none
     * @param databaseSessions which of the two it is
     */
    record SignOut(
            @Nullable AdapterSession session, @Nullable Claims token, boolean databaseSessions) {}

    /**
     * A sign-in failed.
     *
     * @param reason in one word
     * @param provider its id, where one was named
     * @param errorId as logged and shown to the visitor
     */
    record SignInFailed(ErrorType reason, @Nullable String provider, String errorId) {}
}
