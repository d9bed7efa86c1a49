package dev.cardea.internal.flow;

import static dev.cardea.internal.flow.RegistrationUnit.idOf;

import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.UnitOfWork;
import dev.cardea.adapter.UserLocks;
import dev.cardea.internal.method.Traits;
import dev.cardea.model.Account;
import dev.cardea.model.UnlinkResult;
import dev.cardea.model.User;
import dev.cardea.module.SignInStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the sign-in methods of a user, and removes one without locking the user out. */
public final class LinkedAccounts {
    private final Store store;
    private final Map<String, Traits> methods;
    private final @Nullable SignInStep step;

    /**
     * @param methods the traits of the configured sign-in methods, by provider; no other account signs a user in
     * @param step knows the other ways of its module; {@code null} if no module has one
     */
    public LinkedAccounts(Store store, Map<String, Traits> methods, @Nullable SignInStep step) {
        this.store = store;
        this.step = step;
        this.methods = Map.copyOf(methods);
    }

    /** The same in a unit of work. */
    public LinkedAccounts in(Store unit) {
        return new LinkedAccounts(unit, methods, step);
    }

    public List<Account> of(User user) {
        return store.listAccountsByUserId(idOf(user));
    }

    /** Returns whether {@link #remove} would leave an account now, because the user has no other sign-in method. */
    public boolean isLast(User user, String provider, String providerAccountId) {
        var accounts = of(user);
        return find(accounts, provider, providerAccountId)
                .filter(account -> !hasAnother(store, user, accounts, account))
                .isPresent();
    }

    /**
     * Unlinks an account unless it is the last sign-in method. If two concurrent removals would leave none, either or
     * both are rejected.
     */
    public UnlinkResult remove(User user, String provider, String providerAccountId) {
        if (!store.has(UnitOfWork.class) || !store.has(UserLocks.class)) {
            return removeUnlocked(user, provider, providerAccountId);
        }
        return store.inUnit(unit -> unit.lockUser(idOf(user))
                .map(present -> removeLocked(unit, present, provider, providerAccountId))
                .orElse(UnlinkResult.NOT_LINKED));
    }

    /** While the user is locked, neither another removal nor a first verification changes the accounts. */
    private UnlinkResult removeLocked(Store unit, User user, String provider, String providerAccountId) {
        var accounts = unit.listAccountsByUserId(idOf(user));
        var account = find(accounts, provider, providerAccountId);
        if (account.isEmpty()) return UnlinkResult.NOT_LINKED;
        if (!hasAnother(unit, user, accounts, account.get())) return UnlinkResult.LAST_SIGN_IN_METHOD;
        return unlink(unit, user, account.get());
    }

    /** Looks again afterwards, and takes the removal back if another request removed the other sign-in method meanwhile. */
    private UnlinkResult removeUnlocked(User user, String provider, String providerAccountId) {
        var before = of(user);
        var account = find(before, provider, providerAccountId);
        if (account.isEmpty()) return UnlinkResult.NOT_LINKED;
        if (!hasAnother(store, user, before, account.get())) return UnlinkResult.LAST_SIGN_IN_METHOD;
        store.unlink(account.get());
        if (hasAnother(store, user, of(user), account.get())) {
            forgetPasskey(store, user, account.get());
            return UnlinkResult.REMOVED;
        }
        store.linkAccount(account.get());
        if (isVerifiedSince(user)) return unlink(store, user, account.get());
        return UnlinkResult.LAST_SIGN_IN_METHOD;
    }

    /** The first verification of the address ends accounts, and must not miss one that is away for a moment. */
    private boolean isVerifiedSince(User user) {
        return user.emailVerified() == null
                && store.getUser(idOf(user)).map(User::emailVerified).isPresent();
    }

    /** As {@link #remove}, but also removes the last sign-in method. */
    public UnlinkResult removeEvenIfLast(User user, String provider, String providerAccountId) {
        return store.inUnit(unit -> find(unit.listAccountsByUserId(idOf(user)), provider, providerAccountId)
                .map(account -> unlink(unit, user, account))
                .orElse(UnlinkResult.NOT_LINKED));
    }

    private static UnlinkResult unlink(Store unit, User user, Account account) {
        unit.unlink(account);
        forgetPasskey(unit, user, account);
        return UnlinkResult.REMOVED;
    }

    private static Optional<Account> find(List<Account> accounts, String provider, String providerAccountId) {
        return accounts.stream()
                .filter(a ->
                        a.provider().equals(provider) && a.providerAccountId().equals(providerAccountId))
                .findFirst();
    }

    /** Deletes the row of a passkey without an account: it cannot sign in, and would prevent a new registration. */
    private static void forgetPasskey(Store store, User user, Account account) {
        if (!Traits.ownsCredential(account)) return;
        if (!store.has(PasskeyRecords.class)) return;
        for (var row : store.listAuthenticatorsByUserId(idOf(user))) {
            if (!row.providerAccountId().equals(account.providerAccountId())) continue;
            store.deleteAuthenticator(row.credentialID());
        }
    }

    /**
     * A verified address counts where sign-in links are configured. Credentials do not: only the application knows
     * them.
     */
    private boolean hasAnother(Store unit, User user, List<Account> accounts, Account without) {
        if (user.email() != null && user.emailVerified() != null && hasMail()) return true;
        if (accounts.stream().anyMatch(a -> isUsable(a) && !isSame(a, without))) return true;
        return step != null && step.canSignIn(user, unit);
    }

    private boolean hasMail() {
        return methods.values().stream().anyMatch(Traits::verifiesMailbox);
    }

    private boolean isUsable(Account account) {
        return methods.containsKey(account.provider());
    }

    private static boolean isSame(Account one, Account other) {
        return one.provider().equals(other.provider())
                && one.providerAccountId().equals(other.providerAccountId());
    }
}
