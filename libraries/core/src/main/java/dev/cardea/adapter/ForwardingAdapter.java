package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store in six parts, one for each kind of row: each method goes to the part that has it. For authors of adapters
 * that have these eleven capabilities; a subclass adds others, such as {@link UnitOfWork}, and decides how a user is
 * deleted.
 *
 * <p>Methods of the parts have the names and the promises of the capabilities. Safe for concurrent use if the parts are.
 */
public abstract class ForwardingAdapter
        implements UserAdapter,
                SessionAdapter,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                AccountUpdates,
                AccountIndex,
                SessionIndex,
                UsedTokens,
                PasskeyRecords,
                PasskeySignIns,
                ModuleRecords {
    /** Users, without their accounts. */
    public interface Users {
        /** See {@link UserAdapter#createUser}. */
        User createUser(User user);

        /** See {@link UserAdapter#getUser}. */
        Optional<User> getUser(String id);

        /** See {@link UserAdapter#getUserByEmail}. */
        Optional<User> getUserByEmail(String email);

        /** See {@link UserAdapter#updateUser}. */
        User updateUser(UserChange change);
    }

    /** Accounts, also those of passkeys. */
    public interface Accounts extends AccountUpdates, AccountIndex {
        /** See {@link UserAdapter#getUserByAccount}. */
        Optional<User> getUserByAccount(String provider, String providerAccountId);

        /** See {@link AuthenticatorAdapter#getAccount}. */
        Optional<Account> getAccount(String providerAccountId, String provider);

        /** See {@link UserAdapter#linkAccount}. */
        Account linkAccount(Account account);

        /** See {@link UserAdapter#unlinkAccount}. */
        void unlinkAccount(String provider, String providerAccountId);
    }

    /** Sessions, also by their user. */
    public interface Sessions extends SessionAdapter, SessionIndex {}

    /** The records of sign-in links, and used keys. */
    public interface VerificationTokens extends VerificationTokenAdapter, UsedTokens {}

    /** Passkeys with their records. */
    public interface Authenticators extends PasskeyRecords, PasskeySignIns {
        /** See {@link AuthenticatorAdapter#createAuthenticator}. */
        AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator);

        /** See {@link AuthenticatorAdapter#getAuthenticator}. */
        Optional<AdapterAuthenticator> getAuthenticator(String credentialID);

        /** See {@link AuthenticatorAdapter#listAuthenticatorsByUserId}. */
        List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId);

        /** See {@link AuthenticatorAdapter#updateAuthenticatorCounter}. */
        AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter);
    }

    private final Users users;
    private final Accounts accounts;
    private final Sessions sessions;
    private final VerificationTokens verificationTokens;
    private final Authenticators authenticators;
    private final ModuleRecords records;

    protected ForwardingAdapter(
            Users users,
            Accounts accounts,
            Sessions sessions,
            VerificationTokens verificationTokens,
            Authenticators authenticators,
            ModuleRecords records) {
        this.users = users;
        this.accounts = accounts;
        this.sessions = sessions;
        this.verificationTokens = verificationTokens;
        this.authenticators = authenticators;
        this.records = records;
    }

    @Override
    public final User createUser(User user) {
        return users.createUser(user);
    }

    @Override
    public final Optional<User> getUser(String id) {
        return users.getUser(id);
    }

    @Override
    public final Optional<User> getUserByEmail(String email) {
        return users.getUserByEmail(email);
    }

    @Override
    public final Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return accounts.getUserByAccount(provider, providerAccountId);
    }

    @Override
    public final User updateUser(UserChange change) {
        return users.updateUser(change);
    }

    @Override
    public final Account linkAccount(Account account) {
        return accounts.linkAccount(account);
    }

    @Override
    public final void unlinkAccount(String provider, String providerAccountId) {
        accounts.unlinkAccount(provider, providerAccountId);
    }

    @Override
    public final void updateAccount(Account account) {
        accounts.updateAccount(account);
    }

    @Override
    public final List<Account> listAccountsByUserId(String userId) {
        return accounts.listAccountsByUserId(userId);
    }

    @Override
    public final AdapterSession createSession(AdapterSession session) {
        return sessions.createSession(session);
    }

    @Override
    public final Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return sessions.getSessionAndUser(sessionToken);
    }

    @Override
    public final Optional<AdapterSession> updateSession(SessionChange change) {
        return sessions.updateSession(change);
    }

    @Override
    public final Optional<AdapterSession> deleteSession(String sessionToken) {
        return sessions.deleteSession(sessionToken);
    }

    @Override
    public final List<AdapterSession> listSessionsByUserId(String userId) {
        return sessions.listSessionsByUserId(userId);
    }

    @Override
    public final void deleteSessionsByUserId(String userId, String exceptToken) {
        sessions.deleteSessionsByUserId(userId, exceptToken);
    }

    @Override
    public final VerificationToken createVerificationToken(VerificationToken token) {
        return verificationTokens.createVerificationToken(token);
    }

    @Override
    public final Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return verificationTokens.useVerificationToken(identifier, token);
    }

    @Override
    public final boolean markUsed(String key, Instant expires) {
        return verificationTokens.markUsed(key, expires);
    }

    @Override
    public final Optional<Account> getAccount(String providerAccountId, String provider) {
        return accounts.getAccount(providerAccountId, provider);
    }

    @Override
    public final AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return authenticators.createAuthenticator(authenticator);
    }

    @Override
    public final Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return authenticators.getAuthenticator(credentialID);
    }

    @Override
    public final List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return authenticators.listAuthenticatorsByUserId(userId);
    }

    @Override
    public final AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return authenticators.updateAuthenticatorCounter(credentialID, newCounter);
    }

    @Override
    public final Optional<PasskeyRecord> getPasskey(String credentialID) {
        return authenticators.getPasskey(credentialID);
    }

    @Override
    public final List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return authenticators.listPasskeysByUserId(userId);
    }

    @Override
    public final void updatePasskey(PasskeyChange change) {
        authenticators.updatePasskey(change);
    }

    @Override
    public final void deleteAuthenticator(String credentialID) {
        authenticators.deleteAuthenticator(credentialID);
    }

    @Override
    public final Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return authenticators.getPasskeySignIn(credentialID, provider);
    }

    @Override
    public final void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        authenticators.updatePasskeyUse(credentialID, newCounter, backedUp, usedAt);
    }

    @Override
    public final Optional<ModuleRecord> getRecord(String kind, String id) {
        return records.getRecord(kind, id);
    }

    @Override
    public final List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return records.listRecordsByUserId(userId, kind);
    }

    @Override
    public final boolean createRecord(ModuleRecord record) {
        return records.createRecord(record);
    }

    @Override
    public final boolean replaceRecord(ModuleRecord record) {
        return records.replaceRecord(record);
    }

    @Override
    public final Optional<ModuleRecord> takeRecord(String kind, String id) {
        return records.takeRecord(kind, id);
    }

    @Override
    public final void deleteRecordsByUserId(String userId, String kind) {
        records.deleteRecordsByUserId(userId, kind);
    }
}
