package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UserLocks;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.Events;
import dev.cardea.internal.flow.LinkRule.Owner;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.method.credentials.CredentialsMethod;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.session.CurrentLogin;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.module.Verdict;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.LinkDecision.Decision;
import dev.cardea.provider.OAuthProvider;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One pass through the rules: which user a verified identity signs in, and what is stored for that. */
final class RegistrationAttempt {
    private static final long FIRST_PAUSE_MILLIS = 25;
    private static final long MAX_PAUSE_MILLIS = 200;

    private final Store unit;
    private final boolean isAtomic;
    private final VerifiedIdentity identity;
    private final @Nullable CurrentLogin current;
    private final RegistrationRows rows;
    private final SessionOpening opening;
    private final FirstVerification firstVerification;
    private final Map<String, OAuthProvider> oauth;
    private final boolean needsStoredUser;
    private @Nullable String locked;
    /** Whether this sign-in ends with the first verification of the user's address. */
    private boolean isUnverified;
    /** Whether this sign-in has linked its account. */
    private boolean isLinked;
    /** What it links to the user who is signed in, if the step lets it go on. */
    private @Nullable Addition addition;

    /**
     * @param current the session that the browser has, of the user who began this sign-in
     * @param needsStoredUser whether the store has to have the user
     */
    RegistrationAttempt(
            RegistrationUnit unit,
            VerifiedIdentity identity,
            @Nullable CurrentLogin current,
            RegistrationRows rows,
            SessionOpening opening,
            FirstVerification firstVerification,
            Map<String, OAuthProvider> oauth,
            boolean needsStoredUser) {
        this.unit = unit.store();
        isAtomic = unit.isAtomic();
        this.identity = identity;
        this.current = current;
        this.rows = rows;
        this.opening = opening;
        this.firstVerification = firstVerification;
        this.oauth = oauth;
        this.needsStoredUser = needsStoredUser;
    }

    /** @param locked the user to lock first; {@code null}: none, or the store has no units of work */
    Registration run(@Nullable String locked) {
        this.locked = locked;
        var owner = locked == null ? null : lock(locked);
        if (locked != null) requireUnchanged(owner);
        return switch (identity.traits().registration()) {
            case BY_EMAIL -> open(byEmail());
            case BY_ACCOUNT -> {
                var registered = stillOwn(open(byAccount()));
                if (addition != null && !isLinked) yield registered;
                if (identity.enrolment() != null) rows.enrol(identity.enrolment(), registered);
                yield stillValid(registered);
            }
            case NEVER -> {
                if (needsStoredUser && locked != null && owner == null)
                    throw CredentialsMethod.unknownUser(identity.account().provider());
                yield open(new Registration(identity.user(), identity.account(), false, false));
            }
        };
    }

    /** The next stage: what was settled is taken back if the sign-in ends there. */
    private Registration open(Registration settled) {
        boolean isNewUser = Boolean.TRUE.equals(settled.isNewUser());
        try {
            return addition == null ? opening.open(settled, isLinked && !isNewUser) : add(settled, addition);
        } catch (AuthException e) {
            if (opening.hasStep()) rows.undoAll(settled, isLinked);
            throw e;
        }
    }

    /** Without a lock, the step is asked again after the account is linked, and may pause the sign-in then. */
    private Registration add(Registration settled, Addition asked) {
        var added = opening.add(settled, asked, () -> store(settled.user(), false));
        if (!(added.verdict() instanceof Verdict.Pause)) rows.publishLink(settled.user());
        else if (isLinked) {
            rows.undo(added, true);
            isLinked = false;
        }
        return added;
    }

    /** An account is linked by a session, which another request may have ended since it was read. */
    private Registration stillOwn(Registration done) {
        if (!isLinked || Boolean.TRUE.equals(done.isNewUser()) || !opening.isOver()) return done;
        if (!isAtomic) rows.undo(done, true);
        throw new RetryException(null);
    }

    private @Nullable User lock(String userId) {
        var user = unit.has(UserLocks.class) ? unit.lockUser(userId) : unit.getUser(userId);
        return user.orElse(null);
    }

    /** The session of this browser was read before the lock: it has ended if the address was verified since. */
    private void requireUnchanged(@Nullable User user) {
        if (current == null || !firstVerification.isPending(current.user())) return;
        if (user == null || !idOf(user).equals(idOf(current.user()))) return;
        if (!firstVerification.isPending(user)) throw new RetryException(null);
    }

    /** What is stored of a user whose address is unverified may be read only while no other request verifies it. */
    private void requireLocked(User user) {
        boolean canLock = isAtomic && unit.has(UserLocks.class);
        if (canLock && firstVerification.isPending(user) && !idOf(user).equals(locked)) {
            throw new RetryException(idOf(user));
        }
    }

    private Registration byEmail() {
        var email = Objects.requireNonNull(identity.user().email());
        var known = unit.getUserByEmail(email);
        if (known.isEmpty()) {
            var user = rows.createUser(true);
            leave();
            return settled(user, identity.account().with("userId", user.id()), true);
        }
        leave();
        var user = known.get().emailVerified() == null ? verify(known.get()) : known.get();
        return new Registration(user, identity.account().with("userId", user.id()), false, false);
    }

    private User verify(User known) {
        requireLocked(known);
        var user = firstVerification.record(unit, known, ownerOf(known) == Owner.CURRENT_USER, isAtomic);
        rows.publish((events, cause) -> events.updateUser(new Events.UpdateUser(user, cause)));
        return user;
    }

    private Registration byAccount() {
        var owner = ownerOfAccount();
        requireOwnEnrolment(owner.isPresent());
        var taken = new Lookup();
        var rule = LinkRule.decide(
                ownerOf(owner.orElse(null)),
                current != null,
                () -> taken.user().isPresent(),
                () -> isTrusted(taken.user().orElseThrow()));
        observe(rule);
        return switch (rule) {
            case SIGN_IN -> signIn(owner.orElseThrow());
            case LINK_TO_CURRENT -> linkToCurrent(Objects.requireNonNull(current));
            case LINK_BY_EMAIL -> link(vouchedFor(taken.user().orElseThrow()), false);
            case CREATE -> create();
            case REFUSE -> {
                if (owner.isPresent() || identity.enrolment() != null) throw refused();
                var made = linkedMeanwhile(taken.user().orElseThrow());
                yield signIn(made.orElseThrow(this::refused));
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
    private Registration linkToCurrent(CurrentLogin login) {
        var user = login.user();
        boolean isPlanted = identity.enrolment() == null
                && !firstVerification.isVerifiedBy(identity, user)
                && firstVerification.isUnverified(unit, user, login.isUnverified());
        if (!isPlanted && opening.hasStep()) addition = Addition.of(identity, login);
        if (!isPlanted) return link(user, false);
        throw new AuthException(
                ErrorType.EMAIL_NOT_VERIFIED, null, null, identity.account().provider());
    }

    /** A provider that has verified the address verifies it as a link in a mail does. */
    private User vouchedFor(User known) {
        boolean isVerified = Boolean.TRUE.equals(firstVerification.verifiedByProvider(identity));
        return isVerified && known.emailVerified() == null ? verify(known) : known;
    }

    /**
     * Asks for the account again before a sign-in is refused: the user with the address may be this one, stored by a
     * request that ran at the same time. Without units of work that request may be between user and account.
     */
    private Optional<User> linkedMeanwhile(User sameAddress) {
        var owner = ownerOfAccount();
        if (owner.isPresent() || isAtomic || !isWithoutAccounts(sameAddress)) return owner;
        for (long pause = FIRST_PAUSE_MILLIS; pause <= MAX_PAUSE_MILLIS; pause *= 2) {
            if (!sleep(pause)) return Optional.empty();
            owner = ownerOfAccount();
            if (owner.isPresent()) return owner;
        }
        return Optional.empty();
    }

    private Optional<User> ownerOfAccount() {
        var account = identity.account();
        return unit.getUserByAccount(account.provider(), account.providerAccountId());
    }

    private boolean isWithoutAccounts(User user) {
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
        if (owner == null) return Owner.NONE;
        return current != null && idOf(current.user()).equals(idOf(owner)) ? Owner.CURRENT_USER : Owner.ANOTHER_USER;
    }

    private Registration signIn(User owner) {
        var stored = firstVerification.isPending(owner) ? stored(owner) : null;
        isUnverified = firstVerification.isUnverifiedBy(identity, owner, stored);
        if (isUnverified || (stored != null && stored.unverifiedEmail() != null)) requireLocked(owner);
        // Only a provider sends tokens, with a profile.
        if (identity.profile() != null) rows.updateTokens(owner, fresh -> updated(fresh, stored, owner));
        leave();
        return settled(owner, identity.account(), false);
    }

    /** The account of this sign-in as it was before it, where the store can tell. */
    private @Nullable Account stored(User owner) {
        if (identity.profile() == null || !unit.has(AccountIndex.class)) return null;
        var account = identity.account();
        return unit.listAccountsByUserId(idOf(owner)).stream()
                .filter(it -> it.provider().equals(account.provider())
                        && it.providerAccountId().equals(account.providerAccountId()))
                .findFirst()
                .orElse(null);
    }

    /** Fresh tokens replace the stored ones, but not what is known of the address. */
    private Account updated(Account fresh, @Nullable Account stored, User owner) {
        if (stored == null) return fresh;
        var before = stored.unverifiedEmail();
        var after = firstVerification.unverifiedEmail(identity, owner, stored);
        if (firstVerification.keepsReports(unit)) {
            return Objects.equals(before, after) ? fresh : fresh.with(Account.UNVERIFIED_EMAIL, after);
        }
        // The evidence stays.
        return after == null ? fresh : Account.of(fresh.claims().without("id_token"));
    }

    private Registration create() {
        var user =
                firstVerification.isWithheld(unit, identity) ? rows.createUserWithoutEmail() : rows.createUser(false);
        return link(user, true);
    }

    private Registration link(User user, boolean isNewUser) {
        isUnverified = firstVerification.isUnverifiedBy(identity, user, null);
        if (addition == null) {
            store(user, isNewUser);
            rows.publishLink(user);
        }
        leave();
        var account = identity.account();
        return settled(user, identity.enrolment() == null ? account : account.with("userId", user.id()), isNewUser);
    }

    private void store(User user, boolean isNewUser) {
        rows.link(user, isNewUser, firstVerification.unverifiedEmail(identity, user, null));
        isLinked = true;
    }

    /**
     * Looks afterwards where no lock could be held: a first verification that came meanwhile ended what was there then, and
     * this sign-in was decided by what was there before.
     */
    private Registration stillValid(Registration done) {
        if (isAtomic || isStillValid(done.user())) return done;
        rows.undo(done, isLinked);
        throw new RetryException(null);
    }

    private boolean isStillValid(User user) {
        if (firstVerification.isPending(user)) {
            if (!isUnverified && !(isLinked && current != null)) return true;
            return unit.getUser(idOf(user)).filter(firstVerification::isPending).isPresent();
        }
        if (isLinked || !firstVerification.isUnderWay(user)) return true;
        return ownerOfAccount().filter(owner -> idOf(owner).equals(idOf(user))).isPresent();
    }

    /** A step may leave the browser its session, and decides first. */
    private void leave() {
        if (!opening.hasStep()) opening.leave();
    }

    private Registration settled(User user, Account account, boolean isNewUser) {
        return new Registration(user, account, isNewUser, isUnverified(user));
    }

    /** A session that was begun without a verified address stays one, whichever account is linked with it. */
    private boolean isUnverified(User user) {
        if (!firstVerification.isPending(user)) return false;
        if (isUnverified) return true;
        return current != null && current.isUnverified() && ownerOf(user) == Owner.CURRENT_USER;
    }

    private boolean isTrusted(User sameAddress) {
        var provider = oauth.get(identity.account().provider());
        if (provider == null || !provider.allowsDangerousEmailAccountLinking()) return false;
        var verified = firstVerification.verifiedByProvider(identity);
        if (provider.linksOnlyVerified()) {
            return Boolean.TRUE.equals(verified) && sameAddress.emailVerified() != null;
        }
        return !Boolean.FALSE.equals(verified);
    }

    private AuthException refused() {
        return new AuthException(
                identity.traits().notLinked(), null, null, identity.account().provider());
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

    /** The user with the profile's address, looked up at most once, when first needed. */
    private final class Lookup {
        private @Nullable Optional<User> found;

        Optional<User> user() {
            if (found == null) {
                var email = identity.user().email();
                found = email == null ? Optional.empty() : unit.getUserByEmail(email);
            }
            return found;
        }
    }
}
