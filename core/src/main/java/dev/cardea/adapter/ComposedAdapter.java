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
 * One adapter made of two: people in one store, what comes and goes in another.
 *
 * <pre>{@code
 * ComposedAdapter.of(JdbcAdapter.of(dataSource), RedisAdapter.of(redis))
 * }</pre>
 *
 * <p>The result has the capabilities that its parts have: {@link SessionAdapter} and {@link SessionIndex} of the second,
 * {@link VerificationTokenAdapter} and {@link SpentTokens} of the second or else the first, all others of the first. The
 * second must take sessions of users that it does not know, as {@code RedisAdapter} does.
 *
 * <p>A unit of work is the first store's. What it did in the second is undone call by call when it fails, as well as the
 * second store then can; but a key that was spent stays spent. Where the work was done and only its end failed, nobody
 * knows whether the first store has it: then what was ended stays ended, a session as well as a link, and only what was
 * begun is taken back. A process that dies in between leaves at most a session whose token nobody has.
 */
public final class ComposedAdapter
        implements UserAdapter,
                SessionAdapter,
                VerificationTokenAdapter,
                AuthenticatorAdapter,
                AccountUpdates,
                AccountIndex,
                UnitOfWork,
                UserLocks,
                SessionIndex,
                SpentTokens,
                PasskeyRecords,
                PasskeySignIns {
    private static final List<Class<? extends Adapter>> OF_USERS = List.of(
            UserAdapter.class,
            AuthenticatorAdapter.class,
            AccountUpdates.class,
            AccountIndex.class,
            PasskeyRecords.class,
            PasskeySignIns.class,
            UnitOfWork.class,
            UserLocks.class);
    private static final List<Class<? extends Adapter>> OF_SESSIONS = List.of(SessionAdapter.class, SessionIndex.class);
    private static final List<Class<? extends Adapter>> OF_EITHER =
            List.of(VerificationTokenAdapter.class, SpentTokens.class);

    private final Adapter users;
    private final Adapter sessions;
    /** What takes back what a unit did in the second store; {@code null} outside of one. */
    private final @Nullable List<Inverse> undo;

    /**
     * What takes a change back.
     *
     * @param revives whether something works again by it that had ended
     */
    private record Inverse(Runnable change, boolean revives) {}

    private ComposedAdapter(Adapter users, Adapter sessions, @Nullable List<Inverse> undo) {
        this.users = users;
        this.sessions = sessions;
        this.undo = undo;
    }

    /**
     * @param users has {@link UserAdapter}
     * @param sessions has {@link SessionAdapter}
     */
    public static Adapter of(Adapter users, Adapter sessions) {
        require(users, UserAdapter.class);
        require(sessions, SessionAdapter.class);
        return new ComposedAdapter(users, sessions, null).withWhatThePartsHave();
    }

    private static void require(Adapter part, Class<? extends Adapter> capability) {
        if (!capability.isInstance(part)) {
            throw new IllegalArgumentException(part + " must have the capability " + capability.getSimpleName());
        }
    }

    /** This class has every method; what a part cannot do must not look as if it could. */
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
    public User updateUser(UserChange change) {
        return users().updateUser(change);
    }

    /** Sessions first: without a user they lead nowhere, but they would not be found again. */
    @Override
    public void deleteUser(String userId) {
        if (sessions instanceof SessionIndex) deleteSessionsByUserId(userId, "");
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
                                    .updateSession(new SessionChange(
                                            before.sessionToken(), before.expires(), before.userId()))));
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
    public boolean spend(String key, Instant expires) {
        return (sessions instanceof SpentTokens spent ? spent : (SpentTokens) users).spend(key, expires);
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
    public <T> T inUnit(Function<Adapter, T> work) {
        var done = new ArrayList<Inverse>();
        var isWorkDone = new boolean[1];
        try {
            return ((UnitOfWork) users).inUnit(bound -> {
                isWorkDone[0] = false;
                undo(done); // of a run before this one, which the first store gave up
                T result = work.apply(new ComposedAdapter(bound, sessions, done).withWhatThePartsHave());
                isWorkDone[0] = true;
                return result;
            });
        } catch (RuntimeException | Error e) {
            try {
                if (isWorkDone[0]) done.removeIf(Inverse::revives);
                undo(done);
            } catch (RuntimeException more) {
                e.addSuppressed(more);
            }
            throw e;
        }
    }

    /** In the order that the second store is asked least in when it is gone: the last first, and no further. */
    private static void undo(List<Inverse> done) {
        for (int i = done.size() - 1; i >= 0; i--) done.remove(i).change().run();
    }

    private void onFailure(boolean revives, Runnable inverse) {
        if (undo != null) undo.add(new Inverse(inverse, revives));
    }

    /** A change of nothing returns the session as it is, without the user that the second store does not have. */
    private Optional<AdapterSession> session(String token) {
        return sessions().updateSession(new SessionChange(token, null, null));
    }

    private UserAdapter users() {
        return (UserAdapter) users;
    }

    private AuthenticatorAdapter authenticators() {
        return (AuthenticatorAdapter) users;
    }

    private SessionAdapter sessions() {
        return (SessionAdapter) sessions;
    }

    private VerificationTokenAdapter links() {
        return (VerificationTokenAdapter) (sessions instanceof VerificationTokenAdapter ? sessions : users);
    }

    @Override
    public String toString() {
        return "ComposedAdapter[" + users + ", " + sessions + "]";
    }
}
