package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AccountUpdates;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnverifiedEmails;
import dev.cardea.adapter.UserChange;
import dev.cardea.hook.Events.SessionEnded.Reason;
import dev.cardea.internal.method.Traits;
import dev.cardea.internal.method.VerifiedIdentity;
import dev.cardea.internal.session.SessionStorage;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.User;
import dev.cardea.module.SignInStep;
import dev.cardea.provider.OAuthProvider;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The first verification of a user's e-mail address. Until then anyone may have entered the address, so it ends what was
 * made under it without proof: sessions, passkeys, and accounts at providers that are known not to have verified the
 * address. That is stored with the account when it is known. Accounts from before have the ID token as evidence.
 */
final class FirstVerification {
    private static final Duration MAX_REQUEST = Duration.ofMinutes(5);

    private final Clock clock;
    private final Map<String, OAuthProvider> oauth;
    private final Set<String> unverifying;
    private final SessionStorage sessions;
    private final boolean isPossible;
    private final @Nullable SignInStep step;

    /**
     * @param oauth the configured OAuth providers, by id
     * @param methods the traits of the configured sign-in methods, by provider
     * @param step ends what its module has; {@code null} if no module has one
     */
    FirstVerification(
            Clock clock,
            Map<String, OAuthProvider> oauth,
            Map<String, Traits> methods,
            SessionStorage sessions,
            @Nullable SignInStep step) {
        this.clock = clock;
        this.sessions = sessions;
        this.step = step;
        this.oauth = Map.copyOf(oauth);
        unverifying = methods.entrySet().stream()
                .filter(method -> method.getValue().registersUnverified())
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
        boolean hasMail = methods.values().stream().anyMatch(Traits::verifiesMailbox);
        isPossible = hasMail || oauth.values().stream().anyMatch(FirstVerification::linksUnverified);
    }

    private static boolean linksUnverified(OAuthProvider provider) {
        return provider.allowsDangerousEmailAccountLinking() && !provider.linksOnlyVerified();
    }

    /** Returns whether the user's address is unverified and can be verified at this site. */
    boolean isPending(User user) {
        return isPossible && user.email() != null && user.emailVerified() == null;
    }

    /**
     * Returns whether the sign-in ends with the first verification of the user's address: neither its method verified the
     * address, nor, as far as it is known, its account.
     *
     * @param stored the account as it is stored; {@code null} if that is unknown
     */
    boolean isUnverifiedBy(VerifiedIdentity identity, User user, @Nullable Account stored) {
        if (identity.traits().registersUnverified()) return true;
        if (isVerifiedBy(identity, user)) return false;
        return isReported(identity) || (stored != null && isUnverified(stored, user.email()));
    }

    /**
     * Returns the address in the stored account that the provider has not verified, as it is to be after this sign-in. It
     * stays until the provider has verified this very address: an answer about another one says nothing of it.
     *
     * @param stored the account as it is stored; {@code null} for a new one
     */
    @Nullable String unverifiedEmail(VerifiedIdentity identity, User user, @Nullable Account stored) {
        var email = user.email();
        if (email == null || isVerifiedBy(identity, user)) return null;
        boolean isReported =
                isReported(identity) && email.equalsIgnoreCase(identity.user().email());
        if (isReported || (stored != null && isUnverified(stored, email))) return email;
        return stored == null ? null : stored.unverifiedEmail();
    }

    /**
     * Returns whether a new user is to be stored without the address. That is so if the provider has not verified it, the
     * owner can do so here, and the store has no place to remember that for the account.
     */
    boolean isWithheld(Store unit, VerifiedIdentity identity) {
        return isPending(identity.user().with("emailVerified", null)) && isReported(identity) && !keepsReports(unit);
    }

    /** Returns whether the store has a place for the address that a provider reported as unverified. */
    boolean keepsReports(Store unit) {
        return unit.has(UnverifiedEmails.class)
                && unit.has(AccountIndex.class)
                && unit.has(AccountUpdates.class)
                && unit.keepsUnverifiedEmail();
    }

    /** Whether the provider reports the address as unverified. A claim that is {@code null} vouches for none, and reports none. */
    private boolean isReported(VerifiedIdentity identity) {
        if (!Boolean.FALSE.equals(verifiedByProvider(identity))) return false;
        var profile = Objects.requireNonNull(identity.profile());
        boolean isNull = profile.claims().has("email_verified") && profile.emailVerified() == null;
        var provider = oauth.get(identity.account().provider());
        return !isNull || (provider != null && provider.neverVerifiesEmail());
    }

    /** Returns whether the provider has verified the address; {@code null} where it does not say. */
    @Nullable Boolean verifiedByProvider(VerifiedIdentity identity) {
        var provider = oauth.get(identity.account().provider());
        if (provider == null || identity.profile() == null) return null;
        return provider.emailVerified(identity.profile());
    }

    /**
     * Returns whether nothing that is stored may vouch for the user's address, so that another person may have entered it:
     * no account, or only those that are known not to have verified it. A user without accounts may have removed the one
     * that was. Where the store cannot list accounts, the session decides.
     *
     * @param isMarked whether the session was begun by a method that verifies no address
     */
    boolean isUnverified(Store unit, User user, boolean isMarked) {
        if (!isPending(user)) return false;
        if (!unit.has(AccountIndex.class)) return isMarked;
        return unit.listAccountsByUserId(idOf(user)).stream()
                .allMatch(account -> Traits.ownsCredential(account) || isUnverified(account, user.email()));
    }

    /** Returns whether the sign-in verifies this very user's address. */
    boolean isVerifiedBy(VerifiedIdentity identity, User user) {
        return Boolean.TRUE.equals(verifiedByProvider(identity))
                && user.email() != null
                && user.email().equalsIgnoreCase(identity.user().email());
    }

    /**
     * Records the verification and ends what came before it.
     *
     * @param isOwn whether this browser is signed in as the user, so that passkeys and accounts are the owner's
     * @param isAtomic whether all of it is stored or nothing. Otherwise what came before ends twice: first while the address
     *     is unverified, so that after a failure halfway the next verification ends the rest; then again, for sign-ins that
     *     came meanwhile.
     */
    User record(Store unit, User known, boolean isOwn, boolean isAtomic) {
        var id = idOf(known);
        if (!isAtomic) end(unit, id, known.email(), isOwn);
        var change = UserChange.of(id).emailVerified(clock.instant());
        var user = unit.updateUser(change);
        end(unit, id, known.email(), isOwn);
        return user;
    }

    /** Sessions end last: a sign-in that stores one later no longer finds its account when it looks again. */
    private void end(Store unit, String userId, @Nullable String email, boolean isOwn) {
        if (!isOwn && !unverifying.isEmpty()) revokePasskeys(unit, userId);
        settleAccounts(unit, userId, email, isOwn);
        if (step != null) PreparedStep.run(() -> step.firstVerification(userId, isOwn, unit));
        var stored = sessions.stored(unit, Reason.FIRST_VERIFICATION);
        if (stored.canList()) stored.endAll(userId, null);
    }

    /** Returns whether the request that verified the address may still be ending what came before. */
    boolean isUnderWay(User user) {
        return isPossible
                && user.emailVerified() != null
                && user.emailVerified().isAfter(clock.instant().minus(MAX_REQUEST));
    }

    private void revokePasskeys(Store unit, String userId) {
        if (!unit.has(AuthenticatorAdapter.class)) return;
        boolean canDelete = unit.has(PasskeyRecords.class);
        for (var passkey : unit.listAuthenticatorsByUserId(userId)) {
            for (var provider : unverifying) {
                unit.getAccount(passkey.providerAccountId(), provider)
                        .filter(account -> userId.equals(account.userId()))
                        .ifPresent(unit::unlink);
            }
            if (canDelete) unit.deleteAuthenticator(passkey.credentialID());
        }
    }

    private void settleAccounts(Store unit, String userId, @Nullable String email, boolean isOwn) {
        if (!unit.has(AccountIndex.class)) return;
        for (var account : unit.listAccountsByUserId(userId)) {
            if (!isUnverified(account, email)) continue;
            if (!isOwn) unit.unlink(account);
            else if (keepsReports(unit)) unit.updateAccount(verified(account));
        }
    }

    /** The identity of the account, and that its address is verified. */
    private static Account verified(Account account) {
        return Account.of(Claims.of("provider", account.provider())
                .with("providerAccountId", account.providerAccountId())
                .with("type", account.type())
                .with(Account.UNVERIFIED_EMAIL, null));
    }

    /**
     * An account of which nothing is known stays: most providers verify addresses and do not say so. A method that verifies
     * none has said nothing by its account. A credential that the site stores ends apart from these.
     */
    private boolean isUnverified(Account account, @Nullable String email) {
        if (email != null && email.equalsIgnoreCase(account.unverifiedEmail())) return true;
        if (unverifying.contains(account.provider())) return !Traits.ownsCredential(account);
        var provider = oauth.get(account.provider());
        if (provider == null) return false;
        if (provider.neverVerifiesEmail()) return true;
        return storedProfile(account)
                .filter(profile -> email != null && email.equalsIgnoreCase(profile.email()))
                .map(Profile::emailVerified)
                .filter(Boolean.FALSE::equals)
                .isPresent();
    }

    /** The payload of the stored ID token, whose signature was verified before it was stored. */
    private static Optional<Profile> storedProfile(Account account) {
        var parts = String.valueOf(account.idToken()).split("\\.", -1);
        if (parts.length != 3) return Optional.empty();
        try {
            var payload = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
            return Optional.of(Profile.of(Json.parseObject(payload, Json.TRUSTED_DEPTH)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
