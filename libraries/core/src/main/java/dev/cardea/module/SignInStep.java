package dev.cardea.module;

import dev.cardea.adapter.Store;
import dev.cardea.model.User;

/**
 * A module's part of every sign-in, by every method. It runs after the proof of an identity, and before there is a session.
 * A second factor, a consent or a block of users is such a step. A configuration has at most one. Safe for concurrent use.
 *
 * <p>{@link #prepare} runs first, outside of any unit of work. All others run in the unit of work that stores user, account
 * and session, which may be repeated: what they do outside of the {@code Store} that they are given is not taken back. The
 * user of {@link #decide} is the one of {@link #prepare}, or the sign-in begins again. Where the store can, that user is
 * locked by the unit's first statement, so what another unit has committed for a user is seen.
 *
 * <p>A store without units of work cannot lock and takes nothing back by itself. There {@link #decide} is asked again after
 * the session was stored, and the second answer is the one that matters. So {@link #decide} uses nothing up:
 * {@link #opened} does.
 *
 * <p>An exception of any of these methods refuses the sign-in.
 */
public interface SignInStep {
    /**
     * Asks what takes long, such as a callback of the application: no connection of the store is held meanwhile. It is
     * called once for each try of a sign-in, and {@link SignInAttempt#keep keeps} what it learned.
     */
    default void prepare(SignInAttempt attempt, Store store) {}

    /**
     * Decides whether a user may be stored for the first time. It can't pause: a user who is not stored can't be resumed.
     *
     * @param newcomer whose user is as the sign-in method describes it
     */
    default Verdict admit(SignInAttempt newcomer, Store unit) {
        return Verdict.proceed();
    }

    /**
     * Returns whether {@link #admit} lets any visitor in. If not, no visitor is asked to create a passkey, whether or not the
     * address has an account.
     */
    default boolean admitsNewUsers() {
        return true;
    }

    /**
     * Decides whether a user who is stored gets a session. A sign-in that is resumed is asked about, too. An account or a
     * passkey for the user who is signed in is stored after this, so a pause adds none.
     */
    Verdict decide(SignInAttempt attempt, Store unit);

    /**
     * Is called after a session was stored, with the strategies {@code database} and {@code revocable}. With {@code jwt}
     * nothing is stored.
     *
     * @param sessionId the id that {@code Accounts.OpenSession} has; it is not a credential
     */
    default void opened(SignInAttempt attempt, String sessionId, Store unit) {}

    /**
     * Ends what was made before the user's email address was verified for the first time, and without proof of it. Without
     * units of work it is called twice.
     *
     * @param isOwn whether the browser was signed in as the user, so that what was made is the owner's
     */
    default void firstVerification(String userId, boolean isOwn, Store unit) {}

    /** Returns whether the user can sign in by the module's own means, so that the last account may be unlinked. */
    default boolean canSignIn(User user, Store store) {
        return false;
    }
}
