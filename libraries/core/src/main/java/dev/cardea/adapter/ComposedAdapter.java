package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Combines two adapters: users in one store, sessions and other short-lived records in another.
 *
 * <pre>{@code
 * ComposedAdapter.of(JdbcAdapter.of(dataSource), RedisAdapter.of(redis))
 * }</pre>
 *
 * <p>The result has the capabilities of its parts: {@link SessionAdapter}, {@link SessionIndex} and
 * {@link SessionRegistry} of the second, {@link VerificationTokenAdapter} and {@link UsedTokens} of the second or else the
 * first, all others of the first.
 * The second must accept sessions of users that it does not store, as {@code RedisAdapter} does.
 *
 * <p>A unit of work belongs to the first store. If it fails, its changes in the second store are undone call by call,
 * as far as the second store responds; a key that was used stays used. Sessions with a record end when the first store
 * has committed; those that a provider ends, or of which a user has 1,000, end immediately and stay ended. If the
 * commit itself fails, it is unknown whether the first store has the work. Then records that were ended, such as
 * sessions and links, stay ended, and only new records are removed. A process that crashes in between leaves at most a
 * session with a token that was never sent to a browser, and sessions that were to end.
 */
public final class ComposedAdapter
        implements UserAdapter,
                SessionAdapter,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                AccountUpdates,
                AccountIndex,
                UnverifiedEmails,
                UserIndex,
                UnitOfWork,
                UserLocks,
                SessionIndex,
                UsedTokens,
                PasskeyRecords,
                PasskeySignIns,
                SessionRegistry,
                ModuleRecords {
    private static final List<Class<? extends Adapter>> OF_USERS = List.of(
            UserAdapter.class,
            AuthenticatorAdapter.class,
            AccountUpdates.class,
            AccountIndex.class,
            UnverifiedEmails.class,
            UserIndex.class,
            PasskeyRecords.class,
            PasskeySignIns.class,
            ModuleRecords.class,
            UnitOfWork.class,
            UserLocks.class);
    private static final List<Class<? extends Adapter>> OF_SESSIONS =
            List.of(SessionAdapter.class, SessionIndex.class, SessionRegistry.class);
    private static final List<Class<? extends Adapter>> OF_EITHER =
            List.of(VerificationTokenAdapter.class, UsedTokens.class);

    private final Adapter users;
    private final Adapter sessions;
    /** The changes that undo a unit's work in the second store; {@code null} outside of a unit. */
    private final @Nullable List<Inverse> undo;
    /** The sessions with a record that the unit ends when the first store has committed. */
    private final List<SessionRecord> ending;

    /**
     * A change that undoes another.
     *
     * @param revives whether it makes valid again what had ended
     */
    private record Inverse(Runnable change, boolean revives) {}

    private ComposedAdapter(Adapter users, Adapter sessions, @Nullable List<Inverse> undo, List<SessionRecord> ending) {
        this.users = users;
        this.sessions = sessions;
        this.undo = undo;
        this.ending = ending;
    }

    /**
     * @param users has {@link UserAdapter}
     * @param sessions has {@link SessionAdapter}
     */
    public static Adapter of(Adapter users, Adapter sessions) {
        require(users, UserAdapter.class);
        require(sessions, SessionAdapter.class);
        return new ComposedAdapter(users, sessions, null, List.of()).withWhatThePartsHave();
    }

    private static void require(Adapter part, Class<? extends Adapter> capability) {
        if (!capability.isInstance(part)) {
            throw new IllegalArgumentException(part + " must have the capability " + capability.getSimpleName());
        }
    }

    /** This class has every method; hide the capabilities that a part lacks. */
    private Adapter withWhatThePartsHave() {
        var capabilities = new ArrayList<Class<?>>();
        for (var it : OF_USERS) if (it.isInstance(users)) capabilities.add(it);
        for (var it : OF_SESSIONS) if (it.isInstance(sessions)) capabilities.add(it);
        for (var it : OF_EITHER) if (it.isInstance(sessions) || it.isInstance(users)) capabilities.add(it);
        return (Adapter) Proxy.newProxyInstance(
                Adapter.class.getClassLoader(), capabilities.toArray(Class<?>[]::new), (self, method, arguments) -> {
                    try {
                        return method.invoke(this, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Override
    public User createUser(User user) {
        return users().createUser(user);
    }

    @Override
    public Optional<User> getUser(String id) {
        return users().getUser(id);
    }

    @Override
    public Optional<User> lockUser(String id) {
        return ((UserLocks) users).lockUser(id);
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return users().getUserByEmail(email);
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return users().getUserByAccount(provider, providerAccountId);
    }

    @Override
    public List<User> listUsers(UserPage page) {
        return ((UserIndex) users).listUsers(page);
    }

    @Override
    public User updateUser(UserChange change) {
        return users().updateUser(change);
    }

    /** Sessions first: without their user they give no access, but they could not be found any more. */
    @Override
    public void deleteUser(String userId) {
        if (sessions instanceof SessionIndex) deleteSessionsByUserId(userId, "");
        if (sessions instanceof SessionRegistry) endSessions(SessionSelection.ofUser(userId));
        users().deleteUser(userId);
    }

    @Override
    public Account linkAccount(Account account) {
        return users().linkAccount(account);
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        users().unlinkAccount(provider, providerAccountId);
    }

    @Override
    public void updateAccount(Account account) {
        ((AccountUpdates) users).updateAccount(account);
    }

    @Override
    public boolean keepsUnverifiedEmail() {
        return ((UnverifiedEmails) users).keepsUnverifiedEmail();
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return ((AccountIndex) users).listAccountsByUserId(userId);
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return authenticators().getAccount(providerAccountId, provider);
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return authenticators().createAuthenticator(authenticator);
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return authenticators().getAuthenticator(credentialID);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return authenticators().listAuthenticatorsByUserId(userId);
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return authenticators().updateAuthenticatorCounter(credentialID, newCounter);
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return ((PasskeyRecords) users).getPasskey(credentialID);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return ((PasskeyRecords) users).listPasskeysByUserId(userId);
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        ((PasskeyRecords) users).updatePasskey(change);
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        ((PasskeyRecords) users).deleteAuthenticator(credentialID);
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        var created = sessions().createSession(session);
        onFailure(false, () -> sessions().deleteSession(created.sessionToken()));
        return created;
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return session(sessionToken)
                .flatMap(session -> getUser(session.userId()).map(user -> new SessionAndUser(session, user)));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        if (undo != null) {
            session(change.sessionToken())
                    .ifPresent(before -> onFailure(
                            false,
                            () -> sessions()
                                    .updateSession(SessionChange.of(before.sessionToken())
                                            .expires(before.expires())
                                            .userId(before.userId()))));
        }
        return sessions().updateSession(change);
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        var deleted = sessions().deleteSession(sessionToken);
        deleted.ifPresent(session -> onFailure(true, () -> sessions().createSession(session)));
        return deleted;
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return ((SessionIndex) sessions).listSessionsByUserId(userId);
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        if (undo == null) {
            ((SessionIndex) sessions).deleteSessionsByUserId(userId, exceptToken);
            return;
        }
        for (var session : listSessionsByUserId(userId)) {
            if (!session.sessionToken().equals(exceptToken)) deleteSession(session.sessionToken());
        }
    }

    @Override
    public void registerSession(SessionRecord session) {
        registry().registerSession(session);
        onFailure(false, () -> registry().endSessions(SessionSelection.one(session.id())));
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return registry().getSessionRecord(id).map(found -> {
            var session = found.session();
            return new RecordAndUser(
                    session, session.isStoredUser() ? getUser(session.userId()).orElse(null) : null);
        });
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return registry().listSessionRecords(userId);
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        if (undo == null) return registry().prolongSession(id, seen, expires, ifBefore);
        var before = registry().getSessionRecord(id).map(RecordAndUser::session);
        boolean isProlonged = registry().prolongSession(id, seen, expires, ifBefore);
        if (isProlonged && before.isPresent()) {
            var was = before.get();
            onFailure(false, () -> registry().prolongSession(id, was.seen(), was.expires(), seen.plusMillis(1)));
        }
        return isProlonged;
    }

    /** In a unit after its commit: a record that was ended is never stored again. */
    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        if (undo == null || which instanceof SessionSelection.OfProvider)
            return registry().endSessions(which);
        var found = which instanceof SessionSelection.OfUser all
                ? registry().listSessionRecords(all.userId())
                : registry().getSessionRecord(((SessionSelection.One) which).id()).stream()
                        .map(RecordAndUser::session)
                        .toList();
        // There may be more than the list has.
        if (found.size() >= SessionRecord.MAX_LISTED) return registry().endSessions(which);
        var selected = found.stream()
                .filter(session -> which.matches(session) && !ending.contains(session))
                .toList();
        ending.addAll(selected);
        return selected;
    }

    private void end(List<SessionRecord> sessions) {
        sessions.forEach(each -> registry().endSessions(SessionSelection.one(each.id())));
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        var created = links().createVerificationToken(token);
        if (links() == sessions)
            onFailure(false, () -> links().useVerificationToken(created.identifier(), created.token()));
        return created;
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        var used = links().useVerificationToken(identifier, token);
        if (links() == sessions) used.ifPresent(it -> onFailure(true, () -> links().createVerificationToken(it)));
        return used;
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return (sessions instanceof UsedTokens own ? own : (UsedTokens) users).markUsed(key, expires);
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return ((PasskeySignIns) users).getPasskeySignIn(credentialID, provider);
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        ((PasskeySignIns) users).updatePasskeyUse(credentialID, newCounter, backedUp, usedAt);
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        return records().getRecord(kind, id);
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return records().listRecordsByUserId(userId, kind);
    }

    @Override
    public boolean createRecord(ModuleRecord record) {
        return records().createRecord(record);
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        return records().replaceRecord(record);
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        return records().takeRecord(kind, id);
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        records().deleteRecordsByUserId(userId, kind);
    }

    @Override
    public <T> T inUnit(Function<Adapter, T> work) {
        var done = new ArrayList<Inverse>();
        var ended = new ArrayList<SessionRecord>();
        var isWorkDone = new boolean[1];
        try {
            T answer = ((UnitOfWork) users).inUnit(bound -> {
                isWorkDone[0] = false;
                ended.clear();
                undo(done); // of an earlier attempt that the first store gave up
                T result = work.apply(new ComposedAdapter(bound, sessions, done, ended).withWhatThePartsHave());
                isWorkDone[0] = true;
                return result;
            });
            end(ended);
            return answer;
        } catch (RuntimeException | Error e) {
            try {
                if (isWorkDone[0]) {
                    done.removeIf(Inverse::revives);
                    end(ended);
                }
                undo(done);
            } catch (RuntimeException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }

    /**
     * Undoes the last change first and stops at the first failure, so that a store that is down is called as rarely as
     * possible.
     */
    private static void undo(List<Inverse> done) {
        for (int i = done.size() - 1; i >= 0; i--) done.remove(i).change().run();
    }

    private void onFailure(boolean revives, Runnable inverse) {
        if (undo != null) undo.add(new Inverse(inverse, revives));
    }

    /** An empty change returns the session as it is, without the user that the second store lacks. */
    private Optional<AdapterSession> session(String token) {
        return sessions().updateSession(SessionChange.of(token));
    }

    private UserAdapter users() {
        return (UserAdapter) users;
    }

    private AuthenticatorAdapter authenticators() {
        return (AuthenticatorAdapter) users;
    }

    private ModuleRecords records() {
        return (ModuleRecords) users;
    }

    private SessionAdapter sessions() {
        return (SessionAdapter) sessions;
    }

    private SessionRegistry registry() {
        return (SessionRegistry) sessions;
    }

    private VerificationTokenAdapter links() {
        return (VerificationTokenAdapter) (sessions instanceof VerificationTokenAdapter ? sessions : users);
    }

    @Override
    public String toString() {
        return "ComposedAdapter[" + users + ", " + sessions + "]";
    }
}
