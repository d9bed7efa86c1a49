package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AuthException;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.module.Verdict;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Leads from a settled user to the session's row, in the unit of the sign-in. A module's step may come between. */
final class SessionOpening {
    private final Store unit;
    private final boolean isAtomic;
    private final SessionStrategy sessions;
    private final SessionFacts facts;
    private final @Nullable SessionCookie before;
    private final EventPublisher publisher;
    private final PausedSignIns paused;
    private final @Nullable PreparedStep step;
    private boolean isOver;

    /**
     * @param before the session that the browser had, which ends
     * @param step {@code null} if no module has one
     */
    SessionOpening(
            RegistrationUnit unit,
            SessionStrategy sessions,
            SessionFacts facts,
            @Nullable SessionCookie before,
            EventPublisher publisher,
            PausedSignIns paused,
            @Nullable PreparedStep step) {
        this.unit = unit.store();
        isAtomic = unit.isAtomic();
        this.sessions = sessions;
        this.facts = facts;
        this.before = before;
        this.publisher = publisher;
        this.paused = paused;
        this.step = step;
    }

    boolean hasStep() {
        return step != null;
    }

    /** Returns what is to be stored of a new user. */
    User admitted(User newcomer, Account account) {
        if (step == null) return newcomer;
        var attempt = new Attempt(step.facts(), newcomer, true, account, false, Attempt.UNSETTLED);
        return step.admitted(newcomer, attempt, unit);
    }

    /** Ends the session that the browser had: a completed sign-in always gets a new row (session fixation). */
    void leave() {
        if (before != null && !sessions.close(unit, before)) isOver = true;
    }

    /** Returns whether another request ended the session that the browser had, after this one had read it. */
    boolean isOver() {
        return isOver;
    }

    /**
     * Opens the session, unless the step pauses the sign-in.
     *
     * @param isLinking whether the account is new and its user is not
     */
    Registration open(Registration settled, boolean isLinking) {
        if (step == null) return settled.opened(openSession(settled));
        return open(step, settled, isLinking, null, () -> {});
    }

    /**
     * The same, for what is added to the user who is signed in: a sign-in that the step pauses adds nothing yet.
     *
     * @param link stores it
     */
    Registration add(Registration settled, Addition addition, Runnable link) {
        return open(Objects.requireNonNull(step), settled, true, addition, link);
    }

    private Registration open(
            PreparedStep asked, Registration settled, boolean isLinking, @Nullable Addition addition, Runnable link) {
        asked.requireFor(settled);
        var attempt = new Attempt(
                asked.facts(),
                settled.user(),
                Boolean.TRUE.equals(settled.isNewUser()),
                settled.account(),
                isLinking,
                it -> paused.seal(settled, SessionFacts.hasStoredUser(facts.traits(), sessions), facts, it, addition));
        var verdict = asked.decide(attempt, unit);
        if (verdict instanceof Verdict.Pause) return settled.decided(verdict);
        link.run();
        var opened = settled.opened(openSession(settled)).decided(verdict);
        var last = confirmed(opened, attempt, asked);
        if (!(last.verdict() instanceof Verdict.Pause)) leave();
        return last;
    }

    private @Nullable StoredSession openSession(Registration settled) {
        return sessions.storage().open(unit, facts.of(idOf(settled.user())));
    }

    /** Asks again where no lock could be held: what came meanwhile ended the sessions that were there then. */
    private Registration confirmed(Registration opened, Attempt attempt, PreparedStep asked) {
        var session = opened.session();
        try {
            if (session != null) asked.opened(attempt, session.id(), unit);
            var verdict = isAtomic ? opened.verdict() : asked.decide(attempt, unit);
            if (!(verdict instanceof Verdict.Pause)) return opened.decided(verdict);
            takeBack(session);
            return opened.opened(null).decided(verdict);
        } catch (RuntimeException e) {
            takeBack(session);
            throw e;
        }
    }

    /** Ends a session that no browser has. */
    void takeBack(@Nullable StoredSession session) {
        if (isAtomic || session == null) return;
        try {
            sessions.storage().stored(unit, null).end(session);
        } catch (AuthException e) {
            publisher.log(e);
        }
    }
}
