package dev.cardea.internal.flow;

import dev.cardea.adapter.Store;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.User;
import dev.cardea.module.SignInStep;
import dev.cardea.module.Verdict;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The module's step in one try of a sign-in, after it was prepared for a user.
 *
 * @param known the user for whom it was prepared; {@code null}: one who is not stored yet
 */
record PreparedStep(
        SignInStep step, Attempt.Facts facts, @Nullable User known) {
    static PreparedStep of(SignInStep step, Attempt.Facts facts, @Nullable User known, Attempt attempt, Store store) {
        run(() -> step.prepare(attempt, store));
        return new PreparedStep(step, facts, known);
    }

    @Nullable String knownId() {
        return known == null ? null : known.id();
    }

    /** Makes the sign-in begin again unless this is the user for whom the step was prepared. */
    void requireFor(Registration settled) {
        boolean isNew = Boolean.TRUE.equals(settled.isNewUser()) && !facts.isResumed();
        var id = isNew ? null : settled.user().id();
        if (!Objects.equals(id, knownId())) throw new RetryException(id);
    }

    /** Returns what is to be stored of a new user. */
    User admitted(User newcomer, Attempt attempt, Store unit) {
        var verdict = call(() -> step.admit(attempt, unit));
        if (verdict instanceof Verdict.Refuse refusal) throw new RefusedException(refusal);
        if (!(verdict instanceof Verdict.Proceed proceed)) {
            throw threw(new IllegalStateException("admit can't pause a sign-in; pause it in decide"));
        }
        return User.of(newcomer.claims().withAll(proceed.fields()));
    }

    Verdict decide(Attempt attempt, Store unit) {
        var verdict = call(() -> step.decide(attempt, unit));
        if (verdict instanceof Verdict.Refuse refusal) throw new RefusedException(refusal);
        return verdict;
    }

    void opened(Attempt attempt, String sessionId, Store unit) {
        run(() -> step.opened(attempt, sessionId, unit));
    }

    static void run(Runnable call) {
        call(() -> {
            call.run();
            return true;
        });
    }

    /** A step that throws refuses: neither is its failure one of the store, nor may the sign-in go on. */
    private static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw threw(e);
        }
    }

    private static AuthException threw(RuntimeException cause) {
        return new AuthException(ErrorType.CALLBACK_ROUTE_ERROR, "a module threw", cause);
    }
}
