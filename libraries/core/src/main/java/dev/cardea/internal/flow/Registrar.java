package dev.cardea.internal.flow;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.error.AdapterException;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.provider.OAuthProvider;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds, creates or links the user behind a verified identity, and opens the session's row: all of it in one unit where
 * the store can, with the events behind the commit.
 */
public final class Registrar {
    private static final int MAX_TRIES = 3;

    private final @Nullable Store store;
    private final SessionStrategy sessions;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Map<String, OAuthProvider> oauth;
    private final FirstVerification firstVerification;

    /**
     * @param oauth the configured providers that may vouch for an address, by id
     * @param methods the traits of the configured sign-in methods, by provider
     */
    public Registrar(
            @Nullable Store store,
            SessionStrategy sessions,
            EventPublisher publisher,
            Clock clock,
            Map<String, OAuthProvider> oauth,
            Map<String, Traits> methods) {
        this.store = store;
        this.sessions = sessions;
        this.publisher = publisher;
        this.clock = clock;
        this.oauth = Map.copyOf(oauth);
        firstVerification = new FirstVerification(clock, oauth, methods, sessions);
    }

    /** Repeats only what lost a race: a store that is away was waited for already. */
    Registration register(SessionFacts facts, SessionCookie cookie) {
        var identity = facts.identity();
        if (store == null) return new Registration(identity.user(), identity.account(), null, null, false);
        String locked = null;
        for (int tries = 1; ; tries++) {
            try {
                var present = sessions.current(cookie).orElse(null);
                boolean hasBegun = present == null || identity.beginner().is(present.user());
                var login = new Login(cookie, present, hasBegun ? present : null);
                return attempt(store, facts, login, locked == null ? toLock(identity, login.beginner) : locked);
            } catch (AdapterException | RetryException e) {
                if (tries == MAX_TRIES || !hasLostRace(e)) throw e;
                locked = RetryException.userIn(e);
            }
        }
    }

    /**
     * The session of this browser.
     *
     * @param present who is signed in, and is no longer after this sign-in
     * @param beginner the same, if that user began this sign-in
     */
    private record Login(
            SessionCookie cookie,
            @Nullable CurrentLogin present,
            @Nullable CurrentLogin beginner) {
        @Nullable SessionCookie ended() {
            return present == null ? null : cookie;
        }
    }

    private static boolean hasLostRace(RuntimeException failure) {
        return StoreException.isCausedBy(StoreConflictException.class, failure)
                || StoreException.isCausedBy(RetryException.class, failure);
    }

    /** The user whose unverified address another request may be verifying now, as far as that is known beforehand. */
    private @Nullable String toLock(VerifiedIdentity identity, @Nullable CurrentLogin current) {
        if (current != null && firstVerification.isPending(current.user()))
            return current.user().id();
        boolean isStored = identity.traits().registersUnverified() && identity.enrolment() == null;
        return isStored && firstVerification.isPending(identity.user())
                ? identity.user().id()
                : null;
    }

    private Registration attempt(Store all, SessionFacts facts, Login login, @Nullable String locked) {
        var alone = new RegistrationRows.Unit(all, false, publisher::publish);
        if (!all.has(UnitOfWork.class)) return pass(alone, facts, login).run(null);
        List<BiConsumer<Events, EventRequest>> events = new ArrayList<>();
        var registered = all.inUnit(unit -> {
            events.clear();
            var whole = new RegistrationRows.Unit(unit, true, events::add);
            return pass(whole, facts, login).run(locked);
        });
        events.forEach(publisher::publish);
        return registered;
    }

    private RegistrationAttempt pass(RegistrationRows.Unit unit, SessionFacts facts, Login login) {
        var rows = new RegistrationRows(unit, sessions, facts, login.ended(), publisher, clock);
        return new RegistrationAttempt(unit, facts.identity(), login.beginner, rows, firstVerification, oauth);
    }
}
