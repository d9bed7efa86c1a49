package dev.cardea.adapter;

import dev.cardea.error.AdapterException;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.observe.Observation;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.StoreCall.Result;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import dev.cardea.observe.StoreReason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The configured adapter as the library calls it, with the methods of all capabilities. Wraps every exception of a
 * store in an {@link AdapterException} that names the method. Modules receive it.
 *
 * <p>Each method throws an {@link AuthException} of type {@link ErrorType#MISSING_ADAPTER_METHODS} if the adapter lacks
 * its capability. Ask {@link #has} before calls of an optional one.
 */
public final class Store
        implements UserAdapter,
                UserLocks,
                UserIndex,
                AccountIndex,
                AccountUpdates,
                UnverifiedEmails,
                SessionAdapter,
                SessionIndex,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                PasskeyRecords,
                PasskeySignIns,
                SessionRegistry,
                UsedTokens,
                ModuleRecords {
    private final Adapter adapter;
    private final StoreKind kind;
    /** Decides which records have expired. */
    private final Clock clock;

    /** What is to run when the unit has ended well; {@code null} outside of a unit. */
    private final @Nullable List<Runnable> afterUnit;

    /** @param clock decides which records of modules have expired; the adapter should have the same */
    public Store(Adapter adapter, Clock clock) {
        this(adapter, StoreKind.of(adapter.getClass()), clock, null);
    }

    private Store(Adapter adapter, StoreKind kind, Clock clock, @Nullable List<Runnable> afterUnit) {
        this.adapter = adapter;
        this.kind = kind;
        this.clock = clock;
        this.afterUnit = afterUnit;
    }

    /** Returns whether the adapter has this capability. */
    public boolean has(Class<? extends Adapter> capability) {
        return capability.isInstance(adapter);
    }

    /** Runs the work as one unit if the adapter has {@link UnitOfWork}; otherwise call by call. */
    public <T> T inUnit(Function<Store, T> work) {
        if (!(adapter instanceof UnitOfWork unit)) return work.apply(this);
        // A list for each attempt: the adapter may repeat the work.
        var attempts = new ArrayDeque<List<Runnable>>();
        var result = guard(
                StoreOperation.IN_UNIT,
                () -> unit.inUnit(bound -> {
                    var after = new ArrayList<Runnable>();
                    attempts.push(after);
                    return work.apply(new Store(bound, kind, clock, after));
                }));
        if (!attempts.isEmpty()) attempts.pop().forEach(this::afterUnit);
        return result;
    }

    /** Runs something when the unit of this store has ended well: immediately, if there is none. */
    public void afterUnit(Runnable action) {
        if (afterUnit == null) action.run();
        else afterUnit.add(action);
    }

    /** Removes this account from its user. */
    public void unlink(Account account) {
        unlinkAccount(account.provider(), account.providerAccountId());
    }

    /** Leaves out fields that the store has no place for: what a provider sends must not end the sign-in. */
    @Override
    public User createUser(User user) {
        return call(UserAdapter.class, StoreOperation.CREATE_USER, it -> {
            try {
                return it.createUser(user);
            } catch (UnknownFieldException e) {
                var fields = user.claims();
                for (var name : e.fields()) fields = fields.without(name);
                return it.createUser(User.of(fields));
            }
        });
    }

    @Override
    public Optional<User> getUser(String id) {
        return call(UserAdapter.class, StoreOperation.GET_USER, it -> it.getUser(id));
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return call(UserAdapter.class, StoreOperation.GET_USER_BY_EMAIL, it -> it.getUserByEmail(email));
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return call(
                UserAdapter.class,
                StoreOperation.GET_USER_BY_ACCOUNT,
                it -> it.getUserByAccount(provider, providerAccountId));
    }

    @Override
    public User updateUser(UserChange change) {
        return call(UserAdapter.class, StoreOperation.UPDATE_USER, it -> it.updateUser(change));
    }

    @Override
    public void deleteUser(String userId) {
        run(UserAdapter.class, StoreOperation.DELETE_USER, it -> it.deleteUser(userId));
    }

    @Override
    public Account linkAccount(Account account) {
        return call(UserAdapter.class, StoreOperation.LINK_ACCOUNT, it -> it.linkAccount(account));
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        run(UserAdapter.class, StoreOperation.UNLINK_ACCOUNT, it -> it.unlinkAccount(provider, providerAccountId));
    }

    @Override
    public Optional<User> lockUser(String id) {
        return call(UserLocks.class, StoreOperation.LOCK_USER, it -> it.lockUser(id));
    }

    @Override
    public List<User> listUsers(UserPage page) {
        return call(UserIndex.class, StoreOperation.LIST_USERS, it -> it.listUsers(page));
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return call(AccountIndex.class, StoreOperation.LIST_ACCOUNTS_BY_USER_ID, it -> it.listAccountsByUserId(userId));
    }

    @Override
    public void updateAccount(Account account) {
        run(AccountUpdates.class, StoreOperation.UPDATE_ACCOUNT, it -> it.updateAccount(account));
    }

    @Override
    public boolean keepsUnverifiedEmail() {
        return call(
                UnverifiedEmails.class, StoreOperation.KEEPS_UNVERIFIED_EMAIL, UnverifiedEmails::keepsUnverifiedEmail);
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        return call(SessionAdapter.class, StoreOperation.CREATE_SESSION, it -> it.createSession(session));
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return call(
                SessionAdapter.class, StoreOperation.GET_SESSION_AND_USER, it -> it.getSessionAndUser(sessionToken));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return call(SessionAdapter.class, StoreOperation.UPDATE_SESSION, it -> it.updateSession(change));
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return call(SessionAdapter.class, StoreOperation.DELETE_SESSION, it -> it.deleteSession(sessionToken));
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return call(SessionIndex.class, StoreOperation.LIST_SESSIONS_BY_USER_ID, it -> it.listSessionsByUserId(userId));
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        run(
                SessionIndex.class,
                StoreOperation.DELETE_SESSIONS_BY_USER_ID,
                it -> it.deleteSessionsByUserId(userId, exceptToken));
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        return call(
                VerificationTokenAdapter.class,
                StoreOperation.CREATE_VERIFICATION_TOKEN,
                it -> it.createVerificationToken(token));
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return call(
                VerificationTokenAdapter.class,
                StoreOperation.USE_VERIFICATION_TOKEN,
                it -> it.useVerificationToken(identifier, token));
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return call(
                AuthenticatorAdapter.class,
                StoreOperation.GET_ACCOUNT,
                it -> it.getAccount(providerAccountId, provider));
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return call(
                AuthenticatorAdapter.class,
                StoreOperation.CREATE_AUTHENTICATOR,
                it -> it.createAuthenticator(authenticator));
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return call(
                AuthenticatorAdapter.class, StoreOperation.GET_AUTHENTICATOR, it -> it.getAuthenticator(credentialID));
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return call(
                AuthenticatorAdapter.class,
                StoreOperation.LIST_AUTHENTICATORS_BY_USER_ID,
                it -> it.listAuthenticatorsByUserId(userId));
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return call(
                AuthenticatorAdapter.class,
                StoreOperation.UPDATE_AUTHENTICATOR_COUNTER,
                it -> it.updateAuthenticatorCounter(credentialID, newCounter));
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return call(PasskeyRecords.class, StoreOperation.GET_PASSKEY, it -> it.getPasskey(credentialID));
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return call(
                PasskeyRecords.class, StoreOperation.LIST_PASSKEYS_BY_USER_ID, it -> it.listPasskeysByUserId(userId));
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        run(PasskeyRecords.class, StoreOperation.UPDATE_PASSKEY, it -> it.updatePasskey(change));
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        run(PasskeyRecords.class, StoreOperation.DELETE_AUTHENTICATOR, it -> it.deleteAuthenticator(credentialID));
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return call(
                PasskeySignIns.class,
                StoreOperation.GET_PASSKEY_SIGN_IN,
                it -> it.getPasskeySignIn(credentialID, provider));
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        run(
                PasskeySignIns.class,
                StoreOperation.UPDATE_PASSKEY_USE,
                it -> it.updatePasskeyUse(credentialID, newCounter, backedUp, usedAt));
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return call(UsedTokens.class, StoreOperation.MARK_USED, it -> it.markUsed(key, expires));
    }

    @Override
    public void registerSession(SessionRecord session) {
        run(SessionRegistry.class, StoreOperation.REGISTER_SESSION, it -> it.registerSession(session));
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return call(SessionRegistry.class, StoreOperation.GET_SESSION_RECORD, it -> it.getSessionRecord(id));
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return call(SessionRegistry.class, StoreOperation.LIST_SESSION_RECORDS, it -> it.listSessionRecords(userId));
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        return call(
                SessionRegistry.class,
                StoreOperation.PROLONG_SESSION,
                it -> it.prolongSession(id, seen, expires, ifBefore));
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        return call(SessionRegistry.class, StoreOperation.END_SESSIONS, it -> it.endSessions(which));
    }

    /** Returns the record if it hasn't expired. */
    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        return call(ModuleRecords.class, StoreOperation.GET_RECORD, it -> it.getRecord(kind, id))
                .filter(this::isValid);
    }

    /** Returns those records that haven't expired. */
    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return call(
                        ModuleRecords.class,
                        StoreOperation.LIST_RECORDS_BY_USER_ID,
                        it -> it.listRecordsByUserId(userId, kind))
                .stream()
                .filter(this::isValid)
                .toList();
    }

    @Override
    public boolean createRecord(ModuleRecord record) {
        return call(ModuleRecords.class, StoreOperation.CREATE_RECORD, it -> it.createRecord(record));
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        return call(ModuleRecords.class, StoreOperation.REPLACE_RECORD, it -> it.replaceRecord(record));
    }

    /** Returns the record if it hasn't expired; removes it in any case. */
    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        return call(ModuleRecords.class, StoreOperation.TAKE_RECORD, it -> it.takeRecord(kind, id))
                .filter(this::isValid);
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        run(
                ModuleRecords.class,
                StoreOperation.DELETE_RECORDS_BY_USER_ID,
                it -> it.deleteRecordsByUserId(userId, kind));
    }

    private boolean isValid(ModuleRecord record) {
        return !record.isExpired(clock.instant());
    }

    private <A extends Adapter> void run(Class<A> capability, StoreOperation operation, Consumer<A> call) {
        call(capability, operation, it -> {
            call.accept(it);
            return operation;
        });
    }

    private <A extends Adapter, T> T call(Class<A> capability, StoreOperation operation, Function<A, T> call) {
        if (!has(capability)) {
            throw new AuthException(
                    ErrorType.MISSING_ADAPTER_METHODS,
                    "the adapter has no " + operation.label() + "; implement " + capability.getSimpleName());
        }
        return guard(operation, () -> call.apply(capability.cast(adapter)));
    }

    /** The one place where a failure of the adapter becomes one of the library, and a call becomes a step. */
    private <T> T guard(StoreOperation operation, Supplier<T> call) {
        var observation = Observation.current();
        long start = observation.isObserved() ? System.nanoTime() : 0;
        var result = Result.OK;
        @Nullable StoreReason reason = null;
        try {
            return call.get();
        } catch (AuthException e) {
            if (e instanceof AdapterException) {
                result = result(e);
                reason = reason(e);
            }
            throw e;
        } catch (RuntimeException e) {
            result = result(e);
            reason = reason(e);
            throw new AdapterException(operation.label(), e);
        } finally {
            if (observation.isObserved()) {
                var duration = Duration.ofNanos(System.nanoTime() - start);
                observation.add(new Step.StoreCall(kind, operation, result, reason, duration));
            }
        }
    }

    /** What the adapter knows nearest to the store. */
    private static @Nullable StoreReason reason(RuntimeException failure) {
        @Nullable StoreReason nearest = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StoreException store && store.reason() != null) nearest = store.reason();
        }
        return nearest;
    }

    private static Result result(RuntimeException failure) {
        if (StoreException.isCausedBy(StoreConflictException.class, failure)) return Result.CONFLICT;
        if (StoreException.isCausedBy(DuplicateKeyException.class, failure)) return Result.CONFLICT;
        return StoreException.isCausedBy(StoreUnavailableException.class, failure) ? Result.TIMEOUT : Result.ERROR;
    }
}
