package dev.cardea.accounts;

import static dev.cardea.accounts.StoredUser.idOf;

import dev.cardea.accounts.factor.PausedSignIns.PausedSignIn;
import dev.cardea.accounts.factor.SecondFactors;
import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.ProviderType;
import dev.cardea.module.SignInAttempt;
import java.util.Optional;

/**
 * A passkey as the second step: it completes the sign-in of this browser that waits for one, or strengthens its session. The
 * passkey of another user does neither.
 */
record PasskeyStep(FactorPause pause, SessionProofs proofs) {
    /** Returns what the passkey of a sign-in comes after, and keeps it; empty if it is the first proof, or no passkey. */
    Optional<PriorProofs> decide(SignInAttempt attempt, Store unit) {
        if (!isAsked(attempt)) return Optional.empty();
        var prepared = PreparedSignIn.of(attempt);
        var prior = prepared.prior()
                .filter(PriorProofs::isTaken)
                .or(() -> waiting(attempt, unit))
                .filter(it -> FactorPause.isStillRight(it, unit))
                .or(() -> ofSession(attempt, unit))
                .filter(it -> isSecond(it, attempt));
        attempt.keep(prepared.after(prior));
        return prior;
    }

    private static boolean isAsked(SignInAttempt attempt) {
        return attempt.account().type().equals(ProviderType.WEBAUTHN.wire())
                && !attempt.isLinking()
                && !attempt.isResumed();
    }

    private Optional<PriorProofs> waiting(SignInAttempt attempt, Store unit) {
        return pause.of(unit, attempt.cookies(), attempt.isHttps())
                .filter(it -> it.userId().equals(attempt.user().id()))
                .map(it -> prior(attempt, it, unit));
    }

    private PriorProofs prior(SignInAttempt attempt, PausedSignIn waiting, Store unit) {
        var proven = FactorPause.proven(waiting);
        var browser = pause.browserToTrust(attempt.request());
        return PriorProofs.of(proven, waiting, browser, isEnrolling(attempt, proven, unit));
    }

    /**
     * The passkey that the user proves becomes a factor only after another kind of proof, and where there is none that would
     * have to be proven instead.
     */
    private static boolean isEnrolling(SignInAttempt attempt, Assurance proven, Store unit) {
        return "on".equals(attempt.request().field(FactorPause.ENROL))
                && proven.makesPasskeySecond()
                && StoredUser.isVerified(attempt.user())
                && !SecondFactors.has(unit, idOf(attempt.user()));
    }

    private static Optional<PriorProofs> ofSession(SignInAttempt attempt, Store unit) {
        return attempt.login()
                .filter(it ->
                        String.valueOf(it.user().id()).equals(attempt.user().id()))
                .map(it -> PriorProofs.of(SessionProofs.of(unit, it)));
    }

    /** The same passkey once more, or another one, isn't a second factor. */
    private static boolean isSecond(PriorProofs prior, SignInAttempt attempt) {
        return prior.proofs().makesPasskeySecond() || FactorPause.hasBoth(attempt);
    }

    /**
     * Stores both proofs with the session, and what the user has chosen with the passkey.
     *
     * @return whether the passkey has become a second factor
     * @throws AuthException if another request has gone on with the sign-in that waited, or something has voided it
     */
    boolean opened(SignInAttempt attempt, PriorProofs prior, String sessionId, Store unit) {
        var waiting = prior.waiting();
        if (waiting.isPresent() && !pause.factors().paused().take(unit, waiting.get())) {
            throw new AuthException(ErrorType.VERIFICATION, "the sign-in that waited for the passkey has ended");
        }
        attempt.keep(PreparedSignIn.of(attempt).after(Optional.of(prior.taken())));
        proofs.remember(unit, sessionId, idOf(attempt.user()), prior.proofs(), attempt.proofs());
        prior.browser().ifPresent(it -> it.store(unit, idOf(attempt.user())));
        return prior.isEnrolling() && pause.factors().enrolPasskey(unit, idOf(attempt.user()));
    }
}
