package dev.cardea.adapter;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The configured adapter as the library calls it, with the methods of all capabilities. Wraps every exception of a
 * store in an {@link AdapterException} that names the method. Internal.
 *
 * <p>Each method throws an {@link AuthException} of type {@link ErrorType#MISSING_ADAPTER_METHODS} if the adapter lacks
 * its capability. Ask {@link #has} before calls of an optional one.
 */
public final class Store
        implements UserAdapter,
                UserLocks,
                AccountIndex,
                AccountUpdates,
                SessionAdapter,
                SessionIndex,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                PasskeyRecords,
                PasskeySignIns,
                UsedTokens {
    private final Adapter adapter;

    public Store(Adapter adapter) {
        this.adapter = adapter;
    }

    /** Returns whether the adapter has this capability. */
    public boolean has(Class<? extends Adapter> capability) {
        return capability.isInstance(adapter);
    }

    /** Runs the work as one unit if the adapter has {@link UnitOfWork}; otherwise call by call. */
    public <T> T inUnit(Function<Store, T> work) {
        if (!(adapter instanceof UnitOfWork unit)) return work.apply(this);
        return guard("inUnit", () -> unit.inUnit(bound -> work.apply(new Store(bound))));
    }

    /** Removes this account from its user. */
    public void unlink(Account account) {
        unlinkAccount(account.provider(), account.providerAccountId());
    }

    @Override
    public User createUser(User user) {
        return call(UserAdapter.class, "createUser", it -> it.createUser(user));
    }

    @Override
    public Optional<User> getUser(String id) {
        return call(UserAdapter.class, "getUser", it -> it.getUser(id));
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return call(UserAdapter.class, "getUserByEmail", it -> it.getUserByEmail(email));
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return call(UserAdapter.class, "getUserByAccount", it -> it.getUserByAccount(provider, providerAccountId));
    }

    @Override
    public User updateUser(UserChange change) {
        return call(UserAdapter.class, "updateUser", it -> it.updateUser(change));
    }

    @Override
    public void deleteUser(String userId) {
        run(UserAdapter.class, "deleteUser", it -> it.deleteUser(userId));
    }

    @Override
    public Account linkAccount(Account account) {
        return call(UserAdapter.class, "linkAccount", it -> it.linkAccount(account));
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        run(UserAdapter.class, "unlinkAccount", it -> it.unlinkAccount(provider, providerAccountId));
    }

    @Override
    public Optional<User> lockUser(String id) {
        return call(UserLocks.class, "lockUser", it -> it.lockUser(id));
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return call(AccountIndex.class, "listAccountsByUserId", it -> it.listAccountsByUserId(userId));
    }

    @Override
    public void updateAccount(Account account) {
        run(AccountUpdates.class, "updateAccount", it -> it.updateAccount(account));
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        return call(SessionAdapter.class, "createSession", it -> it.createSession(session));
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return call(SessionAdapter.class, "getSessionAndUser", it -> it.getSessionAndUser(sessionToken));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return call(SessionAdapter.class, "updateSession", it -> it.updateSession(change));
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return call(SessionAdapter.class, "deleteSession", it -> it.deleteSession(sessionToken));
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return call(SessionIndex.class, "listSessionsByUserId", it -> it.listSessionsByUserId(userId));
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        run(SessionIndex.class, "deleteSessionsByUserId", it -> it.deleteSessionsByUserId(userId, exceptToken));
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        return call(VerificationTokenAdapter.class, "createVerificationToken", it -> it.createVerificationToken(token));
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return call(
                VerificationTokenAdapter.class,
                "useVerificationToken",
                it -> it.useVerificationToken(identifier, token));
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return call(AuthenticatorAdapter.class, "getAccount", it -> it.getAccount(providerAccountId, provider));
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return call(AuthenticatorAdapter.class, "createAuthenticator", it -> it.createAuthenticator(authenticator));
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return call(AuthenticatorAdapter.class, "getAuthenticator", it -> it.getAuthenticator(credentialID));
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return call(
                AuthenticatorAdapter.class, "listAuthenticatorsByUserId", it -> it.listAuthenticatorsByUserId(userId));
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return call(
                AuthenticatorAdapter.class,
                "updateAuthenticatorCounter",
                it -> it.updateAuthenticatorCounter(credentialID, newCounter));
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return call(PasskeyRecords.class, "getPasskey", it -> it.getPasskey(credentialID));
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return call(PasskeyRecords.class, "listPasskeysByUserId", it -> it.listPasskeysByUserId(userId));
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        run(PasskeyRecords.class, "updatePasskey", it -> it.updatePasskey(change));
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        run(PasskeyRecords.class, "deleteAuthenticator", it -> it.deleteAuthenticator(credentialID));
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return call(PasskeySignIns.class, "getPasskeySignIn", it -> it.getPasskeySignIn(credentialID, provider));
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        run(
                PasskeySignIns.class,
                "updatePasskeyUse",
                it -> it.updatePasskeyUse(credentialID, newCounter, backedUp, usedAt));
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return call(UsedTokens.class, "markUsed", it -> it.markUsed(key, expires));
    }

    private <A extends Adapter> void run(Class<A> capability, String method, Consumer<A> call) {
        call(capability, method, it -> {
            call.accept(it);
            return method;
        });
    }

    private <A extends Adapter, T> T call(Class<A> capability, String method, Function<A, T> call) {
        if (!has(capability)) {
            throw new AuthException(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    "the adapter has no " + method + "; implement " + capability.getSimpleName());
        }
        return guard(method, () -> call.apply(capability.cast(adapter)));
    }

    /** The one place where a failure of the adapter becomes one of the library. */
    private static <T> T guard(String method, Supplier<T> call) {
        try {
            return call.get();
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new AdapterException(method, e);
        }
    }
}
