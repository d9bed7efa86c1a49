package dev.cardea.hook;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.observe.Label;
import org.jspecify.annotations.Nullable;

/**
 * Application code that is notified after something happened (Auth.js: {@code events}). Override what you need. An
 * exception of a method is logged and has no further effect. Called from many threads at the same time. Each event has
 * the request that caused it, so that an audit log can be written from events alone.
 */
public interface Events {
    Events NONE = new Events() {};

    default void createUser(CreateUser event) {}

    default void updateUser(UpdateUser event) {}

    default void linkAccount(LinkAccount event) {}

    default void session(Session event) {}

    default void signIn(SignIn event) {}

    default void signOut(SignOut event) {}

    /**
     * Reports that a session was ended before it expired, except by its own sign-out: once for each session with a record in
     * the store. Not part of Auth.js.
     */
    default void sessionEnded(SessionEnded event) {}

    /**
     * Reports that a module changed what belongs to a user, such as a password, for audit logs and notices. Not part of
     * Auth.js.
     */
    default void accountChanged(AccountChanged event) {}

    /** Reports a sign-in that failed after it was started, for audit logs. Not part of Auth.js. */
    default void signInFailed(SignInFailed event) {}

    /** A user was stored for the first time. */
    record CreateUser(User user, EventRequest request) {}

    /** A stored user was changed. */
    record UpdateUser(User user, EventRequest request) {}

    /**
     * An account was linked.
     *
     * @param user the stored user
     * @param profile the user as described by the provider
     */
    record LinkAccount(User user, Account account, User profile, EventRequest request) {}

    /**
     * A session was read.
     *
     * @param session as the client sees it
     * @param token with JWT sessions
     */
    record Session(
            dev.cardea.model.@Nullable Session session,
            @Nullable Claims token,
            EventRequest request) {}

    /**
     * A user signed in.
     *
     * @param isNewUser {@code null} if nothing is stored or the provider is credentials
     */
    record SignIn(
            User user,
            @Nullable Account account,
            @Nullable Profile profile,
            @Nullable Boolean isNewUser,
            EventRequest request) {}

    /**
     * A user signed out.
     *
     * @param session with database sessions: the deleted session; {@code null} if it was already deleted
     * @param token with JWT sessions: the token of the cookie; {@code null} if the cookie had none
     * @param databaseSessions whether the site uses database sessions rather than JWT sessions
     */
    record SignOut(
            @Nullable AdapterSession session, @Nullable Claims token, boolean databaseSessions, EventRequest request) {}

    /**
     * A session was ended.
     *
     * @param sessionId identifies the session; it is not a credential
     */
    record SessionEnded(String sessionId, String userId, Reason reason, EventRequest request) {
        /** Says why a session was ended. */
        public enum Reason implements Label {
            /** The user ended it in another session. */
            ELSEWHERE("elsewhere"),
            /** The application or a command ended it. */
            ADMINISTRATOR("administrator"),
            /** A sign-in exceeded {@code session.maxPerUser}. */
            LIMIT("limit"),
            /** The user's email address was verified for the first time, and the session was begun without proof of it. */
            FIRST_VERIFICATION("firstVerification"),
            /** Its user was deleted. */
            USER_DELETED("userDeleted"),
            /** The user logged out at the provider. */
            PROVIDER("provider");

            private final String label;

            Reason(String label) {
                this.label = label;
            }

            @Override
            public String label() {
                return label;
            }
        }
    }

    /**
     * What belongs to a user, or an invitation, was changed.
     *
     * @param kind what happened, such as {@code password-changed}
     * @param userId {@code null} if it's about someone who isn't a user yet, such as an invitation
     * @param details what the module says of it; no secret and no email address
     */
    record AccountChanged(String kind, @Nullable String userId, Claims details, EventRequest request) {}

    /**
     * A sign-in failed.
     *
     * @param reason in one word
     * @param provider its id, if one was named
     * @param errorId as logged and shown to the visitor
     */
    record SignInFailed(ErrorType reason, @Nullable String provider, String errorId, EventRequest request) {}
}
