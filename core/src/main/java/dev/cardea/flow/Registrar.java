package dev.cardea.flow;

import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserChange;
import dev.cardea.cookie.SessionCookie;
import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.flow.LinkRule.Owner;
import dev.cardea.hook.Events;
import dev.cardea.method.Enrolment;
import dev.cardea.method.VerifiedIdentity;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.session.CurrentLogin;
import dev.cardea.session.SessionStrategy;
import dev.cardea.session.Telling;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds, creates or links the user behind a verified identity, and opens the session's row: all of it in one unit where
 * the store can, with the events behind the commit.
 */
public final class Registrar {
    /** Without these a new user could never come back. */
    private static final Set<String> NEEDED = Set.of("linkAccount", "createAuthenticator");

    private final @Nullable Store store;
    private final SessionStrategy sessions;
    private final Telling telling;
    private final Clock clock;
    private final Map<String, OAuthProvider> oauth;
    private final List<String> passkeys;

    /**
     * @param oauth the configured providers that may vouch for an address, by id
     * @param passkeys the ids of the configured providers of passkeys
     */
    public Registrar(
            @Nullable Store store,
            SessionStrategy sessions,
            Telling telling,
            Clock clock,
            Map<String, OAuthProvider> oauth,
            List<String> passkeys) {
        this.store = store;
        this.sessions = sessions;
        this.telling = telling;
        this.clock = clock;
        this.oauth = Map.copyOf(oauth);
        this.passkeys = List.copyOf(passkeys);
    }

    Registered register(VerifiedIdentity identity, SessionCookie cookie) {
        if (store == null) return new Registered(identity.user(), identity.account(), null, null);
        var current = sessions.current(cookie).orElse(null);
        if (!store.isAtomic()) return new Attempt(identity, cookie, current, telling::tell).run(store);
        try {
            return inUnit(store, identity, cookie, current);
        } catch (AdapterException e) {
            // Somebody else may have won a race for this account or address: the rules are asked once more.
            return inUnit(store, identity, cookie, current);
        }
    }

    private Registered inUnit(
            Store all, VerifiedIdentity identity, SessionCookie cookie, @Nullable CurrentLogin current) {
        List<Consumer<Events>> events = new ArrayList<>();
        var registered = all.inUnit(unit -> {
            events.clear();
            return new Attempt(identity, cookie, current, events::add).run(unit);
        });
        events.forEach(telling::tell);
        return registered;
    }

    /** One pass through the rules. */
    private final class Attempt {
        private final VerifiedIdentity identity;
        private final SessionCookie cookie;
        private final @Nullable CurrentLogin current;
        private final Consumer<Consumer<Events>> tell;

        Attempt(
                VerifiedIdentity identity,
                SessionCookie cookie,
                @Nullable CurrentLogin current,
                Consumer<Consumer<Events>> tell) {
            this.identity = identity;
            this.cookie = cookie;
            this.current = current;
            this.tell = tell;
        }

        Registered run(Store unit) {
            return identity.account().type().equals("email") ? byEmail(unit) : byAccount(unit);
        }

        private Registered byEmail(Store unit) {
            var email = Objects.requireNonNull(identity.user().email());
            var known = unit.users("getUserByEmail", u -> u.getUserByEmail(email));
            if (known.isEmpty()) {
                var user = create(unit, identity.user().with("emailVerified", clock.instant()));
                return open(unit, user, identity.account().with("userId", user.id()), true);
            }
            leave(unit);
            var user = known.get().emailVerified() == null ? firstProof(unit, known.get()) : known.get();
            var session = sessions.open(unit, idOf(user));
            return new Registered(user, identity.account().with("userId", user.id()), false, session);
        }

        /** The first proof of an address ends whatever was begun under it by somebody who never proved it. */
        private User firstProof(Store unit, User known) {
            var change = UserChange.of(idOf(known)).emailVerified(clock.instant());
            var user = unit.users("updateUser", u -> u.updateUser(change));
            unit.capability(SessionIndex.class)
                    .ifPresent(index ->
                            unit.guarded("deleteSessionsByUserId", () -> index.deleteSessionsByUserId(idOf(user), "")));
            if (!passkeys.isEmpty() && ownerOf(user) != Owner.THE_CURRENT_USER) revokePasskeys(unit, idOf(user));
            tell.accept(events -> events.updateUser(new Events.UpdateUser(user)));
            return user;
        }

        /** Passkeys made under the address by whoever entered it; one that signed in right here is the owner's. */
        private void revokePasskeys(Store unit, String userId) {
            var records = unit.capability(PasskeyRecords.class);
            for (var passkey :
                    unit.authenticators("listAuthenticatorsByUserId", a -> a.listAuthenticatorsByUserId(userId))) {
                for (var provider : passkeys) {
                    unit.authenticators("getAccount", a -> a.getAccount(passkey.providerAccountId(), provider))
                            .filter(account -> userId.equals(account.userId()))
                            .ifPresent(unit::unlink);
                }
                records.ifPresent(rows ->
                        unit.guarded("deleteAuthenticator", () -> rows.deleteAuthenticator(passkey.credentialID())));
            }
        }

        private Registered byAccount(Store unit) {
            var account = identity.account();
            var owner = unit.users(
                    "getUserByAccount", u -> u.getUserByAccount(account.provider(), account.providerAccountId()));
            requireOwnEnrolment(owner.isPresent());
            var taken = new Lookup(unit);
            var rule = LinkRule.decide(
                    ownerOf(owner.orElse(null)),
                    current != null,
                    () -> taken.user().isPresent(),
                    () -> isTrusted(taken.user().orElseThrow()));
            return switch (rule) {
                case SIGN_IN -> signIn(unit, owner.orElseThrow());
                case LINK_TO_CURRENT ->
                    link(unit, Objects.requireNonNull(current).user(), false);
                case LINK_BY_EMAIL -> link(unit, taken.user().orElseThrow(), false);
                case CREATE -> create(unit);
                case REFUSE -> throw refused();
            };
        }

        /** A new credential is for whoever asked for it: the user of then is the user of now, and the account is new. */
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

        private Registered signIn(Store unit, User owner) {
            unit.capability(AccountUpdates.class)
                    .ifPresent(accounts -> unit.guarded(
                            "updateAccount",
                            () -> accounts.updateAccount(identity.stored().with("userId", owner.id()))));
            return open(unit, owner, identity.account(), false);
        }

        private Registered create(Store unit) {
            var user = create(unit, identity.user().with("emailVerified", null));
            if (unit.isAtomic() || store != unit) return link(unit, user, true);
            try {
                return link(unit, user, true);
            } catch (AdapterException e) {
                // Without a unit of work the user would stay behind, and lock its owner out.
                if (NEEDED.contains(e.operation())) {
                    undo(() -> unit.users("deleteUser", u -> {
                        u.deleteUser(idOf(user));
                        return true;
                    }));
                }
                throw e;
            }
        }

        private void undo(Runnable step) {
            try {
                step.run();
            } catch (AuthException e) {
                telling.log(e);
            }
        }

        private User create(Store unit, User profile) {
            var user = unit.users("createUser", u -> u.createUser(profile));
            tell.accept(events -> events.createUser(new Events.CreateUser(user)));
            return user;
        }

        private Registered link(Store unit, User user, boolean isNewUser) {
            var stored = identity.stored();
            unit.users("linkAccount", u -> u.linkAccount(stored.with("userId", user.id())));
            tell.accept(events -> events.linkAccount(new Events.LinkAccount(user, stored, identity.user())));
            if (identity.enrolment() == null) return open(unit, user, identity.account(), isNewUser);
            var registered = open(unit, user, identity.account().with("userId", user.id()), isNewUser);
            enrol(unit, identity.enrolment(), registered);
            return registered;
        }

        private void enrol(Store unit, Enrolment enrolment, Registered registered) {
            try {
                enrolment.storing().store(unit, idOf(registered.user()));
            } catch (AdapterException e) {
                if (!unit.isAtomic() && store == unit) undoLink(unit, registered);
                throw e;
            }
        }

        /** Without a unit of work an account would stay behind that no credential opens, and a session that nobody got. */
        private void undoLink(Store unit, Registered registered) {
            var session = registered.session();
            if (session != null) {
                undo(() -> unit.sessions("deleteSession", s -> s.deleteSession(session.sessionToken())));
            }
            undo(() -> unit.unlink(identity.account()));
        }

        /** A finished sign-in always gets a row of its own, so that nobody's earlier token comes to lead to it. */
        private Registered open(Store unit, User user, Account account, boolean isNewUser) {
            leave(unit);
            return new Registered(user, account, isNewUser, sessions.open(unit, idOf(user)));
        }

        private void leave(Store unit) {
            if (current != null) sessions.close(unit, cookie);
        }

        private boolean isTrusted(User sameAddress) {
            var provider = oauth.get(identity.account().provider());
            if (provider == null || !provider.allowsDangerousEmailAccountLinking()) return false;
            var profile = identity.profile();
            var proven = profile == null ? null : provider.emailVerified(profile);
            if (provider.linksOnlyVerified()) {
                return Boolean.TRUE.equals(proven) && sameAddress.emailVerified() != null;
            }
            return !Boolean.FALSE.equals(proven);
        }

        private AuthException refused() {
            var type = identity.account().type().equals("webauthn")
                    ? ErrorType.ACCOUNT_NOT_LINKED
                    : ErrorType.OAUTH_ACCOUNT_NOT_LINKED;
            return new AuthException(type, null, null, identity.account().provider());
        }

        /** The user with the profile's address, looked up once and only if somebody asks. */
        private final class Lookup {
            private final Store unit;
            private @Nullable Optional<User> found;

            Lookup(Store unit) {
                this.unit = unit;
            }

            Optional<User> user() {
                if (found == null) {
                    var email = identity.user().email();
                    found = email == null
                            ? Optional.empty()
                            : unit.users("getUserByEmail", u -> u.getUserByEmail(email));
                }
                return found;
            }
        }
    }

    private static String idOf(User user) {
        return Objects.requireNonNull(user.id(), "a stored user has an id");
    }
}
