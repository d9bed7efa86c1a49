package dev.cardea.internal.flow;

import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.error.AdapterException;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.method.Beginner;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.User;
import dev.cardea.module.Proof;
import dev.cardea.module.SignInStep;
import dev.cardea.provider.OAuthProvider;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
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
    private final Map<String, Traits> methods;
    private final PausedSignIns paused;
    private final @Nullable SignInStep step;

    /**
     * @param oauth the configured providers that may vouch for an address, by id
     * @param methods the traits of the configured sign-in methods, by provider
     * @param step comes between user and session, and needs a store; {@code null} if no module has one
     */
    public Registrar(
            @Nullable Store store,
            SessionStrategy sessions,
            EventPublisher publisher,
            Clock clock,
            Map<String, OAuthProvider> oauth,
            Map<String, Traits> methods,
            PausedSignIns paused,
            @Nullable SignInStep step) {
        this.store = store;
        this.sessions = sessions;
        this.publisher = publisher;
        this.clock = clock;
        this.oauth = Map.copyOf(oauth);
        this.methods = Map.copyOf(methods);
        this.paused = paused;
        this.step = step;
        firstVerification = new FirstVerification(clock, oauth, methods, sessions.storage(), step);
    }

    /** Repeats only what lost a race: a store that is away was waited for already. */
    Registration register(VerifiedIdentity identity, SessionCookie cookie, MethodRequest request) {
        if (store == null) return new Registration(identity.user(), identity.account(), null, false);
        var all = store;
        return repeated(retried -> {
            var login = login(cookie, identity.beginner());
            var facts = SessionFacts.of(identity, request);
            var prepared = step == null ? null : prepared(step, all, identity, login, request, retried);
            // Also where the store needn't have the user: what the step has decided holds until the session is there.
            var locked = prepared != null
                    ? prepared.knownId()
                    : retried != null ? retried : toLock(identity, login.beginner);
            return inUnit(
                    all, unit -> pass(unit, identity, facts, login, prepared).run(unit.isAtomic() ? locked : null));
        });
    }

    /** @throws AuthException if it was not sealed here for this user, or has ended */
    PausedSignIn paused(String userId, String sealed) {
        return paused.open(userId, sealed).orElseThrow(() -> PausedSignIn.over("it doesn't open"));
    }

    Traits traits(PausedSignIn signIn) {
        var traits = methods.get(signIn.account().provider());
        if (traits == null || step == null)
            throw PausedSignIn.over("its provider or its module is no longer configured");
        return traits;
    }

    /** @param proofs those that come to the ones of before the pause */
    Registration resume(PausedSignIn signIn, List<Proof> proofs, SessionCookie cookie, MethodRequest request) {
        var all = Objects.requireNonNull(store);
        var traits = traits(signIn);
        return repeated(retried -> {
            var login = login(cookie, Beginner.NOT_REMEMBERED);
            var facts = signIn.facts(proofs, traits.verifiesMailbox(), request, login.present, publisher);
            if (signIn.addition() != null) return add(all, signIn, signIn.addition(), login, facts, traits);
            boolean isStored = SessionFacts.hasStoredUser(traits, sessions);
            var stored = isStored ? all.getUser(signIn.userId()) : Optional.<User>empty();
            var known = stored.orElse(signIn.user());
            var attempt = new Attempt(
                    facts, known, Boolean.TRUE.equals(signIn.isNewUser()), signIn.account(), false, Attempt.UNSETTLED);
            var prepared = PreparedStep.of(Objects.requireNonNull(step), facts, known, attempt, all);
            return inUnit(all, unit -> {
                var opening = new SessionOpening(
                        unit, sessions, signIn.session(traits, request), login.ended(), publisher, paused, prepared);
                return new Resumption(unit, signIn, traits, opening, isStored).run();
            });
        });
    }

    /** Adds to the session that the sign-in was to add to, and to no other one. */
    private Registration add(
            Store all, PausedSignIn signIn, Addition addition, Login login, Attempt.Facts facts, Traits traits) {
        if (login.present == null || !addition.isFor(login.present, signIn.userId())) {
            throw PausedSignIn.over("the session that it adds an account to has ended");
        }
        var user = login.present.user();
        var attempt = new Attempt(facts, user, false, signIn.account(), true, Attempt.UNSETTLED);
        var prepared = PreparedStep.of(Objects.requireNonNull(step), facts, user, attempt, all);
        var identity = signIn.identity(addition, traits);
        var session = signIn.session(traits, facts.request());
        return inUnit(
                all,
                unit -> pass(unit, identity, session, login, prepared).run(unit.isAtomic() ? signIn.userId() : null));
    }

    /** Returns whether every sign-in is registered here, because a module's step is asked about it. */
    boolean hasStep() {
        return step != null;
    }

    /** @param tried gets the user to lock first, if an earlier try has found out; else {@code null} */
    static <T> T repeated(Function<@Nullable String, T> tried) {
        String locked = null;
        for (int tries = 1; ; tries++) {
            try {
                return tried.apply(locked);
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

    private Login login(SessionCookie cookie, Beginner begun) {
        var present = sessions.logins().current(cookie).orElse(null);
        boolean hasBegun = present == null || begun.is(present.user());
        return new Login(cookie, present, hasBegun ? present : null);
    }

    private static boolean hasLostRace(RuntimeException failure) {
        return StoreException.isCausedBy(StoreConflictException.class, failure)
                || StoreException.isCausedBy(RetryException.class, failure);
    }

    /** The user whose unverified address another request may be verifying now, as far as that is known beforehand. */
    private @Nullable String toLock(VerifiedIdentity identity, @Nullable CurrentLogin current) {
        if (current != null && firstVerification.isPending(current.user()))
            return current.user().id();
        return hasStoredUser(identity) && firstVerification.isPending(identity.user())
                ? identity.user().id()
                : null;
    }

    /** Whether the identity of an account holds the stored user. */
    private static boolean hasStoredUser(VerifiedIdentity identity) {
        var traits = identity.traits();
        return traits.findsUser() && traits.registersUnverified() && identity.enrolment() == null;
    }

    /** @param userId the user of the sign-in, if an earlier try has found out; else {@code null} */
    private PreparedStep prepared(
            SignInStep asked,
            Store all,
            VerifiedIdentity identity,
            Login login,
            MethodRequest request,
            @Nullable String userId) {
        var owner = userId == null ? owner(all, identity) : all.getUser(userId);
        var beginner = identity.traits().registration() == Traits.Registration.BY_ACCOUNT ? login.beginner : null;
        boolean isLinking = owner.isEmpty() && beginner != null;
        var known = owner.orElse(beginner == null ? null : beginner.user());
        var facts = Attempt.Facts.of(identity, request, login.present, publisher);
        var user = known == null ? identity.user() : known;
        var attempt = new Attempt(facts, user, known == null, identity.account(), isLinking, Attempt.UNSETTLED);
        return PreparedStep.of(asked, facts, known, attempt, all);
    }

    private static Optional<User> owner(Store all, VerifiedIdentity identity) {
        var account = identity.account();
        return switch (identity.traits().registration()) {
            case BY_EMAIL -> all.getUserByEmail(String.valueOf(identity.user().email()));
            case BY_ACCOUNT ->
                hasStoredUser(identity)
                        ? Optional.of(identity.user())
                        : all.getUserByAccount(account.provider(), account.providerAccountId());
            case NEVER -> Optional.of(identity.user());
        };
    }

    /** Without a step, what happens in a store without units is published as it happens. */
    private Registration inUnit(Store all, Function<RegistrationUnit, Registration> work) {
        boolean isAtomic = all.has(UnitOfWork.class);
        if (!isAtomic && step == null) return work.apply(new RegistrationUnit(all, false, publisher::publish));
        List<BiConsumer<Events, EventRequest>> events = new ArrayList<>();
        Function<Store, Registration> whole = unit -> {
            events.clear();
            return work.apply(new RegistrationUnit(unit, isAtomic, events::add));
        };
        var registered = isAtomic ? all.inUnit(whole) : whole.apply(all);
        events.forEach(publisher::publish);
        return registered;
    }

    private RegistrationAttempt pass(
            RegistrationUnit unit,
            VerifiedIdentity identity,
            SessionFacts facts,
            Login login,
            @Nullable PreparedStep prepared) {
        var opening = new SessionOpening(unit, sessions, facts, login.ended(), publisher, paused, prepared);
        var rows = new RegistrationRows(unit, identity, opening, publisher, clock);
        return new RegistrationAttempt(
                unit,
                identity,
                login.beginner,
                rows,
                opening,
                firstVerification,
                oauth,
                SessionFacts.hasStoredUser(identity.traits(), sessions));
    }
}
