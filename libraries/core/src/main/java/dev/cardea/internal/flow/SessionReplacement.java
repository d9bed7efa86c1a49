package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoredSession;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserLocks;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.http.Cookie;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.NewSession;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.User;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Replaces the session of the browser that asked by a new one, also after a change that ends the user's other sessions. */
public final class SessionReplacement {
    private final Store store;
    private final SessionStrategy sessions;
    private final Clock clock;
    private final EventPublisher publisher;

    public SessionReplacement(Store store, SessionStrategy sessions, Clock clock, EventPublisher publisher) {
        this.store = store;
        this.sessions = sessions;
        this.clock = clock;
        this.publisher = publisher;
    }

    /**
     * As {@code RouteRequest.reopen}.
     *
     * @param updated the user whom the change has changed; empty: none
     */
    public List<Cookie> reopen(
            MethodRequest request,
            Consumer<Store> change,
            BiConsumer<Store, String> opened,
            Supplier<Optional<User>> updated) {
        var login = login(request);
        boolean isAtomic = store.has(UnitOfWork.class);
        var replacement = Registrar.repeated(
                ignored -> store.inUnit(unit -> new Pass(unit, login, request, change, opened).run(isAtomic)));
        var now = updated.get().map(user -> changed(login, user)).orElse(login);
        return sessions.replace(now, replacement, request.sessionCookie());
    }

    /** As {@code RouteRequest.replaceSession}. */
    public List<Cookie> replace(MethodRequest request, BiConsumer<Store, String> opened) {
        var login = login(request);
        boolean isAtomic = store.has(UnitOfWork.class);
        var replacement = Registrar.repeated(ignored ->
                store.inUnit(unit -> new Pass(unit, login, request, nothing -> {}, opened).replaceAlone(isAtomic)));
        return sessions.replace(login, replacement, request.sessionCookie());
    }

    private CurrentLogin login(MethodRequest request) {
        sessions.traits().requireEnd();
        return sessions.logins().current(request.sessionCookie()).orElseThrow(SessionReplacement::over);
    }

    /** The session that a new address verifies doesn't end by that. */
    private static CurrentLogin changed(CurrentLogin login, User now) {
        var changed = login.changed(now);
        return now.emailVerified() == null ? changed : changed.verified();
    }

    private static AuthException over() {
        return new AuthException(ErrorType.ACCESS_DENIED, "no user is signed in: the session has ended");
    }

    /** One try. */
    private final class Pass {
        private final Store unit;
        private final CurrentLogin login;
        private final MethodRequest request;
        private final Consumer<Store> change;
        private final BiConsumer<Store, String> opened;

        Pass(
                Store unit,
                CurrentLogin login,
                MethodRequest request,
                Consumer<Store> change,
                BiConsumer<Store, String> opened) {
            this.unit = unit;
            this.login = login;
            this.request = request;
            this.change = change;
            this.opened = opened;
        }

        StoredSession run(boolean isAtomic) {
            return isAtomic ? inOneUnit() : stepByStep();
        }

        /** What a sign-in or another change committed before is seen; what comes after sees this one. */
        private void lock() {
            if (unit.has(UserLocks.class) && unit.lockUser(userId()).isEmpty()) throw over();
        }

        /** The old one ends first, so that a failure of a store without units leaves no session and not two. */
        StoredSession replaceAlone(boolean isAtomic) {
            if (isAtomic) lock();
            var own = own(open());
            leave(own);
            return openNext(own);
        }

        private StoredSession inOneUnit() {
            lock();
            var open = open();
            var own = own(open);
            PreparedStep.run(() -> change.accept(unit));
            leave(own);
            var next = next(own);
            // The new one is spared, not the old one: sessions of before that are adopted may end again after the unit.
            endOthers(open, own, next);
            PreparedStep.run(() -> opened.accept(unit, next.id()));
            return next;
        }

        /** The session comes last, so that a failure leaves less access and not more. */
        private StoredSession stepByStep() {
            var open = open();
            var own = own(open);
            endOthers(open, own, own);
            PreparedStep.run(() -> change.accept(unit));
            endOthers(open(), own, own);
            leave(own);
            return openNext(own);
        }

        /** A session whose module has failed doesn't stay, not even in a store that takes nothing back. */
        private StoredSession openNext(StoredSession own) {
            var next = next(own);
            try {
                PreparedStep.run(() -> opened.accept(unit, next.id()));
            } catch (AuthException e) {
                leave(next);
                throw e;
            }
            return next;
        }

        private String userId() {
            return idOf(login.user());
        }

        private List<StoredSession> open() {
            return sessions.storage().stored(unit, null).list(userId()).stream()
                    .filter(session -> session.expires().isAfter(clock.instant()))
                    .toList();
        }

        /** The session of this browser, unless another request has ended it meanwhile. */
        private StoredSession own(List<StoredSession> open) {
            return open.stream()
                    .filter(session -> login.login()
                            .filter(it -> it.sessionId().equals(session.id()))
                            .isPresent())
                    .findFirst()
                    .orElseThrow(SessionReplacement::over);
        }

        private StoredSession next(StoredSession own) {
            var facts = NewSession.replacing(
                    own, request.client().orElse(null), request.userAgent().orElse(null));
            return Objects.requireNonNull(
                    sessions.storage().open(unit, facts), "sessions that can be ended are stored");
        }

        /** Nothing is published: the browser is still signed in. */
        private void leave(StoredSession session) {
            sessions.storage().stored(unit, null).end(session);
        }

        private void endOthers(List<StoredSession> open, StoredSession own, StoredSession spared) {
            sessions.storage().stored(unit, Reason.ELSEWHERE).endAll(userId(), spared);
            unit.afterUnit(() -> open.stream()
                    .filter(session -> !session.id().equals(own.id()))
                    .forEach(publisher::rowEnded));
        }
    }
}
