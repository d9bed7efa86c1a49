package dev.cardea.internal.flow;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserLocks;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events;
import dev.cardea.internal.cookie.SessionCookie;
import dev.cardea.internal.flow.LinkRule.Owner;
import dev.cardea.internal.method.NewCredential;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.internal.session.SessionStrategy;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.LinkDecision.Decision;
import dev.cardea.provider.OAuthProvider;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds, creates or links the user behind a verified identity, and opens the session's row: all of it in one unit where
 * the store can, with the events behind the commit.
 */
public final class Registrar {
    private static final int MAX_TRIES = 3;
    private static final long FIRST_PAUSE_MILLIS = 25;
    private static final long MAX_PAUSE_MILLIS = 200;

    private final @Nullable Store store;
    private final SessionStrategy sessions;
    private final EventPublisher publisher;
    private final Clock clock;
    private final Map<String, OAuthProvider> oauth;
    private final FirstProof firstProof;

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
        firstProof = new FirstProof(clock, oauth, methods);
    }

    /** Repeats only what lost a race: a store that is away was waited for already. */
    Registration register(VerifiedIdentity identity, SessionCookie cookie) {
        if (store == null) return new Registration(identity.user(), identity.account(), null, null, false);
        String locked = null;
        for (int tries = 1; ; tries++) {
            try {
                var current = sessions.current(cookie).orElse(null);
                return attempt(store, identity, cookie, current, locked == null ? toLock(identity, current) : locked);
            } catch (AdapterException | RetryException e) {
                if (tries == MAX_TRIES || !hasLostRace(e)) throw e;
                locked = RetryException.userIn(e);
            }
        }
    }

    private static boolean hasLostRace(RuntimeException failure) {
        return StoreException.isCausedBy(StoreConflictException.class, failure)
                || StoreException.isCausedBy(RetryException.class, failure);
    }

    /** The user whose unverified address another request may be verifying now, as far as that is known beforehand. */
    private @Nullable String toLock(VerifiedIdentity identity, @Nullable CurrentLogin current) {
        if (current != null && firstProof.isPending(current.user()))
            return current.user().id();
        boolean isStored = identity.traits().registersUnverified() && identity.enrolment() == null;
        return isStored && firstProof.isPending(identity.user())
                ? identity.user().id()
                : null;
    }

    private Registration attempt(
            Store all,
            VerifiedIdentity identity,
            SessionCookie cookie,
            @Nullable CurrentLogin current,
            @Nullable String locked) {
        if (!all.has(UnitOfWork.class))
            return new Attempt(identity, cookie, current, null, publisher::publish).run(all);
        List<Consumer<Events>> events = new ArrayList<>();
        var registered = all.inUnit(unit -> {
            events.clear();
            return new Attempt(identity, cookie, current, locked, events::add).run(unit);
        });
        events.forEach(publisher::publish);
        return registered;
    }

    /** One pass through the rules. */
    private final class Attempt {
        private final VerifiedIdentity identity;
        private final SessionCookie cookie;
        private final @Nullable CurrentLogin current;
        private final @Nullable String locked;
        private final Consumer<Consumer<Events>> tell;

        /** @param locked the user to lock first; {@code null}: none, or the store has no units of work */
        Attempt(
                VerifiedIdentity identity,
                SessionCookie cookie,
                @Nullable CurrentLogin current,
                @Nullable String locked,
                Consumer<Consumer<Events>> tell) {
            this.identity = identity;
            this.cookie = cookie;
            this.current = current;
            this.locked = locked;
            this.tell = tell;
        }

        Registration run(Store unit) {
            if (locked != null) requireUnchanged(lock(unit, locked));
            return switch (identity.traits().registration()) {
                case BY_EMAIL -> byEmail(unit);
                case BY_ACCOUNT -> byAccount(unit);
                case NEVER -> throw new IllegalStateException("the application registers these users");
            };
        }

        private @Nullable User lock(Store unit, String userId) {
            var user = unit.has(UserLocks.class) ? unit.lockUser(userId) : unit.getUser(userId);
            return user.orElse(null);
        }

        /** The session of this browser was read before the lock: it has ended if the address was verified since. */
        private void requireUnchanged(@Nullable User user) {
            if (current == null || !firstProof.isPending(current.user())) return;
            if (user == null || !idOf(user).equals(idOf(current.user()))) return;
            if (!firstProof.isPending(user)) throw new RetryException(null);
        }

        /** What is stored of a user whose address is unverified may be read only while no other request verifies it. */
        private void requireLocked(Store unit, User user) {
            boolean canLock = unit != store && unit.has(UserLocks.class);
            if (canLock && firstProof.isPending(user) && !idOf(user).equals(locked)) {
                throw new RetryException(idOf(user));
            }
        }

        private Registration byEmail(Store unit) {
            var email = Objects.requireNonNull(identity.user().email());
            var known = unit.getUserByEmail(email);
            if (known.isEmpty()) {
                var user = create(unit, identity.user().with("emailVerified", clock.instant()));
                return open(unit, user, identity.account().with("userId", user.id()), true);
            }
            leave(unit);
            var user = known.get().emailVerified() == null ? verify(unit, known.get()) : known.get();
            var session = sessions.open(unit, idOf(user));
            return new Registration(user, identity.account().with("userId", user.id()), false, session, false);
        }

        private User verify(Store unit, User known) {
            requireLocked(unit, known);
            var user = firstProof.record(unit, known, ownerOf(known) == Owner.THE_CURRENT_USER, unit != store);
            tell.accept(events -> events.updateUser(new Events.UpdateUser(user)));
            return user;
        }

        private Registration byAccount(Store unit) {
            var owner = ownerOfAccount(unit);
            requireOwnEnrolment(owner.isPresent());
            var taken = new Lookup(unit);
            var rule = LinkRule.decide(
                    ownerOf(owner.orElse(null)),
                    current != null,
                    () -> taken.user().isPresent(),
                    () -> isTrusted(taken.user().orElseThrow()));
            observe(rule);
            return switch (rule) {
                case SIGN_IN -> signIn(unit, owner.orElseThrow());
                case LINK_TO_CURRENT -> linkToCurrent(unit, Objects.requireNonNull(current));
                case LINK_BY_EMAIL -> link(unit, vouchedFor(unit, taken.user().orElseThrow()), false);
                case CREATE -> create(unit);
                case REFUSE -> {
                    if (owner.isPresent() || identity.enrolment() != null) throw refused();
                    var made = linkedMeanwhile(unit, taken.user().orElseThrow());
                    yield signIn(unit, made.orElseThrow(this::refused));
                }
            };
        }

        private void observe(LinkRule rule) {
            var observation = RequestObservation.current();
            if (observation == null) return;
            var decision = switch (rule) {
                case SIGN_IN -> Decision.SIGN_IN;
                case REFUSE -> Decision.REFUSE;
                case LINK_TO_CURRENT -> Decision.LINK_TO_CURRENT;
                case LINK_BY_EMAIL -> Decision.LINK_BY_EMAIL;
                case CREATE -> Decision.CREATE;
            };
            var provider = observation.provider(identity.account().provider());
            observation.add(new Step.LinkDecision(provider, decision));
        }

        /**
         * Rejects the link while the user's address is unverified: an attacker may have signed up with it, and a linked
         * account would remain their sign-in method. New passkeys are not affected: the first verification ends them.
         */
        private Registration linkToCurrent(Store unit, CurrentLogin login) {
            var user = login.user();
            boolean isPlanted = identity.enrolment() == null
                    && !firstProof.isProvenBy(identity, user)
                    && firstProof.isUnproven(unit, user, login.isUnverified());
            if (!isPlanted) return link(unit, user, false);
            throw new AuthException(
                    ErrorType.EMAIL_NOT_VERIFIED, null, null, identity.account().provider());
        }

        /** A provider that has verified the address proves it as a link in a mail does. */
        private User vouchedFor(Store unit, User known) {
            boolean isVerified = Boolean.TRUE.equals(firstProof.verifiedBy(identity));
            return isVerified && known.emailVerified() == null ? verify(unit, known) : known;
        }

        /**
         * Asks for the account again before a sign-in is refused: the user with the address may be this one, stored by a
         * request that ran at the same time. Without units of work that request may be between user and account.
         */
        private Optional<User> linkedMeanwhile(Store unit, User sameAddress) {
            var owner = ownerOfAccount(unit);
            if (owner.isPresent() || unit != store || !isWithoutAccounts(unit, sameAddress)) return owner;
            for (long pause = FIRST_PAUSE_MILLIS; pause <= MAX_PAUSE_MILLIS; pause *= 2) {
                if (!sleep(pause)) return Optional.empty();
                owner = ownerOfAccount(unit);
                if (owner.isPresent()) return owner;
            }
            return Optional.empty();
        }

        private Optional<User> ownerOfAccount(Store unit) {
            var account = identity.account();
            return unit.getUserByAccount(account.provider(), account.providerAccountId());
        }

        private static boolean isWithoutAccounts(Store unit, User user) {
            return unit.has(AccountIndex.class)
                    && unit.listAccountsByUserId(idOf(user)).isEmpty();
        }

        /** Rejects a new credential if another user is signed in than at its start, or if its account exists. */
        private void requireOwnEnrolment(boolean isKnown) {
            if (identity.enrolment() == null) return;
            var now = current == null ? null : current.user().id();
            if (isKnown || !Objects.equals(identity.enrolment().userId(), now)) throw refused();
        }

        private Owner ownerOf(@Nullable User owner) {
            if (owner == null) return Owner.NOBODY;
            return current != null && idOf(current.user()).equals(idOf(owner))
                    ? Owner.THE_CURRENT_USER
                    : Owner.ANOTHER_USER;
        }

        private Registration signIn(Store unit, User owner) {
            if (firstProof.isUnprovenBy(identity)) requireLocked(unit, owner);
            // Only a provider sends tokens, with a profile.
            if (identity.profile() != null) updateTokens(unit, owner);
            return stillValid(unit, open(unit, owner, identity.account(), false), false);
        }

        private void updateTokens(Store unit, User owner) {
            if (!unit.has(AccountUpdates.class)) return;
            unit.updateAccount(identity.stored().with("userId", owner.id()));
        }

        private Registration create(Store unit) {
            var user = create(unit, identity.user().with("emailVerified", null));
            return link(unit, user, true);
        }

        /** Without a unit of work, a new user without a way to sign in would stay and keep the address taken. */
        private void undoUser(Store unit, User user, boolean isNewUser) {
            if (isNewUser && unit == store) undo(() -> unit.deleteUser(idOf(user)));
        }

        private void undo(Runnable step) {
            try {
                step.run();
            } catch (AuthException e) {
                publisher.log(e);
            }
        }

        private User create(Store unit, User profile) {
            var user = unit.createUser(profile);
            tell.accept(events -> events.createUser(new Events.CreateUser(user)));
            return user;
        }

        private Registration link(Store unit, User user, boolean isNewUser) {
            var stored = identity.stored();
            try {
                unit.linkAccount(stored.with("userId", user.id()));
            } catch (AdapterException e) {
                undoUser(unit, user, isNewUser);
                throw e;
            }
            tell.accept(events -> events.linkAccount(new Events.LinkAccount(user, stored, identity.user())));
            if (identity.enrolment() == null) {
                return stillValid(unit, open(unit, user, identity.account(), isNewUser), true);
            }
            var registered = open(unit, user, identity.account().with("userId", user.id()), isNewUser);
            enrol(unit, identity.enrolment(), registered);
            return stillValid(unit, registered, true);
        }

        /**
         * Looks afterwards where no lock could be held: a first proof that came meanwhile ended what was there then, and
         * this sign-in was decided by what was there before.
         */
        private Registration stillValid(Store unit, Registration done, boolean isLinked) {
            if (unit != store || isStillValid(unit, done.user(), isLinked)) return done;
            undoSession(unit, done);
            if (isLinked) undo(() -> unit.unlink(identity.account()));
            throw new RetryException(null);
        }

        private boolean isStillValid(Store unit, User user, boolean isLinked) {
            boolean isUnproven = firstProof.isUnprovenBy(identity);
            if (firstProof.isPending(user)) {
                if (!isUnproven && !(isLinked && current != null)) return true;
                return unit.getUser(idOf(user)).filter(firstProof::isPending).isPresent();
            }
            if (!isUnproven || isLinked || !firstProof.isUnderWay(user)) return true;
            return ownerOfAccount(unit)
                    .filter(owner -> idOf(owner).equals(idOf(user)))
                    .isPresent();
        }

        private void enrol(Store unit, NewCredential enrolment, Registration registered) {
            try {
                store(unit, enrolment, idOf(registered.user()));
            } catch (AdapterException e) {
                if (unit == store) undoLink(unit, registered);
                undoUser(unit, registered.user(), Boolean.TRUE.equals(registered.isNewUser()));
                throw e;
            }
        }

        private void store(Store unit, NewCredential enrolment, String userId) {
            var row = enrolment.authenticator().userId(userId);
            unit.createAuthenticator(row);
            var handle = enrolment.userHandle();
            if (handle == null || !unit.has(PasskeyRecords.class)) return;
            unit.updatePasskey(PasskeyChange.of(row.credentialID()).created(clock.instant(), handle));
        }

        /** Without a unit of work, an account without a credential and a session without a browser would remain. */
        private void undoLink(Store unit, Registration registered) {
            undoSession(unit, registered);
            undo(() -> unit.unlink(identity.account()));
        }

        private void undoSession(Store unit, Registration registered) {
            var session = registered.session();
            if (session == null) return;
            undo(() -> unit.deleteSession(session.sessionToken()));
        }

        /** A completed sign-in always gets a new row, so that an earlier token never leads to it (session fixation). */
        private Registration open(Store unit, User user, Account account, boolean isNewUser) {
            leave(unit);
            return new Registration(user, account, isNewUser, sessions.open(unit, idOf(user)), isUnverified(user));
        }

        private void leave(Store unit) {
            if (current != null) sessions.close(unit, cookie);
        }

        /** A session that was begun without proof stays one, whichever account is linked with it. */
        private boolean isUnverified(User user) {
            if (!firstProof.isPending(user)) return false;
            if (firstProof.isUnprovenBy(identity)) return true;
            return current != null && current.isUnverified() && ownerOf(user) == Owner.THE_CURRENT_USER;
        }

        private boolean isTrusted(User sameAddress) {
            var provider = oauth.get(identity.account().provider());
            if (provider == null || !provider.allowsDangerousEmailAccountLinking()) return false;
            var proven = firstProof.verifiedBy(identity);
            if (provider.linksOnlyVerified()) {
                return Boolean.TRUE.equals(proven) && sameAddress.emailVerified() != null;
            }
            return !Boolean.FALSE.equals(proven);
        }

        private AuthException refused() {
            return new AuthException(
                    identity.traits().notLinked(),
                    null,
                    null,
                    identity.account().provider());
        }

        /** The user with the profile's address, looked up at most once, when first needed. */
        private final class Lookup {
            private final Store unit;
            private @Nullable Optional<User> found;

            Lookup(Store unit) {
                this.unit = unit;
            }

            Optional<User> user() {
                if (found == null) {
                    var email = identity.user().email();
                    found = email == null ? Optional.empty() : unit.getUserByEmail(email);
                }
                return found;
            }
        }
    }

    /** Returns false where the thread is to stop. */
    private static boolean sleep(long millis) {
        try {
            Thread.sleep(millis);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String idOf(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }
}
