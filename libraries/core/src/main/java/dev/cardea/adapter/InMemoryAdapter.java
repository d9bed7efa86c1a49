package dev.cardea.adapter;

import dev.cardea.adapter.InMemoryRows.AccountKey;
import dev.cardea.adapter.InMemoryRows.RecordKey;
import dev.cardea.adapter.InMemoryRows.TokenKey;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An adapter with all capabilities in the memory of one process: for tests, demos and prototyping.
 *
 * <p>One lock makes every call atomic and a unit of work exclusive. Users and accounts keep all their fields. Expired
 * rows are removed as new ones are added, so links that are never opened do not accumulate.
 */
public final class InMemoryAdapter
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
                ModuleRecords,
                StoreLocation {
    private static final List<String> ACCOUNT_IDENTITY = List.of("provider", "providerAccountId", "userId", "type");

    private final Clock clock;
    private final Randomness randomness;
    private final ReentrantLock lock = new ReentrantLock();
    private InMemoryRows rows = new InMemoryRows();

    public InMemoryAdapter() {
        this(Clock.systemUTC(), Randomness.secure());
    }

    /**
     * @param clock decides what has expired
     * @param randomness makes the ids of users
     */
    public InMemoryAdapter(Clock clock, Randomness randomness) {
        this.clock = clock;
        this.randomness = randomness;
    }

    @Override
    public Location location() {
        return Location.EMBEDDED;
    }

    @Override
    public User createUser(User user) {
        return locked(() -> {
            var claims = inMillis(user.claims().without("id"));
            var stored = User.of(Claims.of("id", randomness.uuid()).withAll(claims));
            requireFree(stored.email());
            rows.put(stored);
            return stored;
        });
    }

    @Override
    public Optional<User> getUser(String id) {
        return locked(() -> Optional.ofNullable(rows.users.get(id)));
    }

    /** A unit is exclusive, so the user is already locked. */
    @Override
    public Optional<User> lockUser(String id) {
        return getUser(id);
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return locked(() -> Optional.ofNullable(rows.userIds.get(email)).map(rows.users::get));
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return locked(() -> Optional.ofNullable(rows.accounts.get(new AccountKey(provider, providerAccountId)))
                .map(account -> rows.users.get(account.userId())));
    }

    @Override
    public List<User> listUsers(UserPage page) {
        return locked(() -> rows.users.entrySet().stream()
                .filter(user -> user.getKey().compareTo(page.afterId()) > 0)
                .sorted(Map.Entry.comparingByKey())
                .limit(page.limit())
                .map(Map.Entry::getValue)
                .toList());
    }

    @Override
    public User updateUser(UserChange change) {
        return locked(() -> {
            var before = existing(rows.users.get(change.id()), "user");
            var after = User.of(before.claims().withAll(inMillis(change.fields())));
            if (!Objects.equals(before.email(), after.email())) requireFree(after.email());
            rows.remove(before);
            rows.put(after);
            return after;
        });
    }

    @Override
    public void deleteUser(String userId) {
        locked(() -> {
            var user = rows.users.get(userId);
            if (user == null) return false;
            rows.remove(user);
            rows.accounts.values().removeIf(account -> userId.equals(account.userId()));
            listAuthenticatorsByUserId(userId).forEach(it -> deleteAuthenticator(it.credentialID()));
            endSessions(SessionSelection.ofUser(userId));
            rows.records.values().removeIf(isOf(userId));
            return rows.sessions.values().removeIf(session -> session.userId().equals(userId));
        });
    }

    @Override
    public Account linkAccount(Account account) {
        var owner = account.userId();
        if (owner == null) throw new IllegalArgumentException("an account needs the field userId");
        return locked(() -> {
            requireUser(owner);
            var key = new AccountKey(account.provider(), account.providerAccountId());
            requireNew(rows.accounts.putIfAbsent(key, account), "account of provider " + account.provider());
            return account;
        });
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        locked(() -> Optional.ofNullable(rows.accounts.remove(new AccountKey(provider, providerAccountId))));
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return locked(() -> rows.accounts.values().stream()
                .filter(account -> userId.equals(account.userId()))
                .toList());
    }

    @Override
    public void updateAccount(Account account) {
        var fields = account.claims();
        for (var name : ACCOUNT_IDENTITY) fields = fields.without(name);
        var changed = fields;
        var key = new AccountKey(account.provider(), account.providerAccountId());
        locked(() -> Optional.ofNullable(rows.accounts.computeIfPresent(
                key, (same, stored) -> Account.of(stored.claims().withAll(changed)))));
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return locked(() -> Optional.ofNullable(rows.accounts.get(new AccountKey(provider, providerAccountId))));
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        var stored = inMillis(session);
        return locked(() -> {
            requireUser(stored.userId());
            rows.prune(clock.instant());
            requireNew(rows.sessions.putIfAbsent(stored.sessionToken(), stored), "session");
            return stored;
        });
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return locked(() -> Optional.ofNullable(rows.sessions.get(sessionToken))
                .map(session -> new SessionAndUser(session, existing(rows.users.get(session.userId()), "user"))));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        return locked(() -> {
            change.userId().ifPresent(this::requireUser);
            return Optional.ofNullable(rows.sessions.computeIfPresent(
                    change.sessionToken(), (token, session) -> inMillis(change.applyTo(session))));
        });
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        return locked(() -> Optional.ofNullable(rows.sessions.remove(sessionToken)));
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return locked(() -> rows.sessions.values().stream()
                .filter(session -> session.userId().equals(userId))
                .toList());
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        locked(() -> rows.sessions
                .values()
                .removeIf(session -> session.userId().equals(userId)
                        && !session.sessionToken().equals(exceptToken)));
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        var stored = new VerificationToken(token.identifier(), token.token(), inMillis(token.expires()));
        return locked(() -> {
            rows.prune(clock.instant());
            var key = new TokenKey(stored.identifier(), stored.token());
            requireNew(rows.verificationTokens.putIfAbsent(key, stored), "verification token");
            return stored;
        });
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(@Nullable String identifier, String token) {
        return locked(() -> {
            if (identifier != null) {
                return Optional.ofNullable(rows.verificationTokens.remove(new TokenKey(identifier, token)));
            }
            var keys = rows.verificationTokens.keySet().stream()
                    .filter(key -> key.token().equals(token))
                    .limit(2)
                    .toList();
            return keys.size() == 1
                    ? Optional.ofNullable(rows.verificationTokens.remove(keys.get(0)))
                    : Optional.empty();
        });
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator authenticator) {
        return locked(() -> {
            requireUser(authenticator.userId());
            requireNew(rows.authenticators.putIfAbsent(authenticator.credentialID(), authenticator), "authenticator");
            return authenticator;
        });
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return locked(() -> Optional.ofNullable(rows.authenticators.get(credentialID)));
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return locked(() -> rows.authenticators.values().stream()
                .filter(authenticator -> authenticator.userId().equals(userId))
                .toList());
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long newCounter) {
        return locked(() -> {
            var before = existing(rows.authenticators.get(credentialID), "authenticator");
            if (before.counter() > newCounter) {
                throw new StoreConflictException("the authenticator's stored counter is higher", null);
            }
            return replaced(before, newCounter, before.credentialBackedUp());
        });
    }

    private AdapterAuthenticator replaced(AdapterAuthenticator before, long counter, boolean backedUp) {
        var after = new AdapterAuthenticator(
                before.credentialID(),
                before.userId(),
                before.providerAccountId(),
                before.credentialPublicKey(),
                counter,
                before.credentialDeviceType(),
                backedUp,
                before.transports());
        rows.authenticators.put(after.credentialID(), after);
        return after;
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return locked(() -> Optional.ofNullable(rows.authenticators.get(credentialID))
                .map(it -> rows.passkeys.getOrDefault(credentialID, PasskeyRecord.of(credentialID))));
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return locked(() -> listAuthenticatorsByUserId(userId).stream()
                .map(it -> rows.passkeys.getOrDefault(it.credentialID(), PasskeyRecord.of(it.credentialID())))
                .sorted(PasskeyRecord.OLDEST_FIRST)
                .toList());
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        locked(() -> {
            var id = change.credentialID();
            var row = existing(rows.authenticators.get(id), "authenticator");
            change.backedUp().ifPresent(backedUp -> replaced(row, row.counter(), backedUp));
            var before = rows.passkeys.getOrDefault(id, PasskeyRecord.of(id));
            return rows.passkeys.put(id, inMillis(change.applyTo(before)));
        });
    }

    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        return locked(() -> getAuthenticator(credentialID).map(it -> {
            var account = getAccount(it.providerAccountId(), provider).orElse(null);
            var user = account == null ? null : rows.users.get(account.userId());
            return new PasskeySignIn(it, getPasskey(credentialID).orElseThrow(), account, user);
        }));
    }

    @Override
    public void updatePasskeyUse(String credentialID, long newCounter, boolean backedUp, Instant usedAt) {
        locked(() -> {
            updateAuthenticatorCounter(credentialID, newCounter);
            updatePasskey(PasskeyChange.of(credentialID).used(usedAt, backedUp));
            return true;
        });
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        locked(() -> {
            rows.passkeys.remove(credentialID);
            return Optional.ofNullable(rows.authenticators.remove(credentialID));
        });
    }

    @Override
    public boolean markUsed(String key, Instant expires) {
        return locked(() -> {
            rows.prune(clock.instant());
            return rows.usedTokens.putIfAbsent(key, expires) == null;
        });
    }

    @Override
    public void registerSession(SessionRecord session) {
        locked(() -> {
            rows.prune(clock.instant());
            requireNew(rows.sessionRecords.putIfAbsent(session.id(), session), "session record");
            return true;
        });
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return locked(() -> Optional.ofNullable(rows.sessionRecords.get(id))
                .map(session -> new RecordAndUser(session, rows.users.get(session.userId()))));
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return locked(() -> rows.sessionRecords.values().stream()
                .filter(SessionSelection.ofUser(userId)::matches)
                .sorted(SessionRecord.SEEN_LAST_FIRST)
                .limit(SessionRecord.MAX_LISTED)
                .toList());
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        return locked(() -> {
            var before = rows.sessionRecords.get(id);
            if (before == null || !before.seen().isBefore(ifBefore)) return false;
            rows.sessionRecords.put(id, before.prolonged(seen, expires));
            return true;
        });
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        return locked(() -> {
            var ended =
                    rows.sessionRecords.values().stream().filter(which::matches).toList();
            ended.forEach(session -> rows.sessionRecords.remove(session.id()));
            return ended;
        });
    }

    @Override
    public Optional<ModuleRecord> getRecord(String kind, String id) {
        return locked(() -> Optional.ofNullable(rows.records.get(new RecordKey(kind, id))));
    }

    @Override
    public List<ModuleRecord> listRecordsByUserId(String userId, String kind) {
        return locked(
                () -> rows.records.values().stream().filter(isOf(userId, kind)).toList());
    }

    @Override
    public boolean createRecord(ModuleRecord record) {
        return locked(() -> {
            var now = clock.instant();
            rows.prune(now);
            var key = new RecordKey(record.kind(), record.id());
            var before = rows.records.get(key);
            if (before != null && !before.isExpired(now)) return false;
            rows.records.put(key, record);
            return true;
        });
    }

    @Override
    public boolean replaceRecord(ModuleRecord record) {
        return locked(() -> {
            var key = new RecordKey(record.kind(), record.id());
            var before = rows.records.get(key);
            if (before == null || before.version() != record.version()) return false;
            rows.records.put(key, before.with(record.data(), record.expires()).replaced());
            return true;
        });
    }

    @Override
    public Optional<ModuleRecord> takeRecord(String kind, String id) {
        return locked(() -> Optional.ofNullable(rows.records.remove(new RecordKey(kind, id))));
    }

    @Override
    public void deleteRecordsByUserId(String userId, String kind) {
        locked(() -> rows.records.values().removeIf(isOf(userId, kind)));
    }

    private static Predicate<ModuleRecord> isOf(String userId) {
        var fitted = SessionRecord.fitted(userId);
        return record -> fitted.equals(record.userId());
    }

    private static Predicate<ModuleRecord> isOf(String userId, String kind) {
        return isOf(userId).and(record -> record.kind().equals(kind));
    }

    /** Runs the work while all other threads wait; units may be nested. */
    @Override
    public <T> T inUnit(Function<Adapter, T> work) {
        return locked(() -> {
            var before = new InMemoryRows(rows);
            boolean done = false;
            try {
                T result = work.apply(this);
                done = true;
                return result;
            } finally {
                if (!done) rows = before;
            }
        });
    }

    /** Prints counts only, because rows contain addresses and tokens. */
    @Override
    public String toString() {
        return locked(() -> "InMemoryAdapter[" + rows + "]");
    }

    private <T> T locked(Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }

    private void requireFree(@Nullable String email) {
        if (email != null) requireNew(rows.userIds.get(email), "user with this email address");
    }

    private void requireUser(String userId) {
        existing(rows.users.get(userId), "user");
    }

    private static void requireNew(@Nullable Object stored, String what) {
        if (stored != null) throw new DuplicateKeyException("the store has this " + what + " already", null);
    }

    private static <T> T existing(@Nullable T stored, String what) {
        if (stored == null) throw new RowNotFoundException("there is no such " + what, null);
        return stored;
    }

    private static Claims inMillis(Claims claims) {
        var cut = claims;
        for (var entry : claims.asMap().entrySet()) {
            if (entry.getValue() instanceof Instant instant) cut = cut.with(entry.getKey(), inMillis(instant));
        }
        return cut;
    }

    private static AdapterSession inMillis(AdapterSession session) {
        return new AdapterSession(session.sessionToken(), session.userId(), inMillis(session.expires()));
    }

    private static PasskeyRecord inMillis(PasskeyRecord it) {
        var created = it.createdAt() == null ? null : inMillis(it.createdAt());
        var used = it.lastUsedAt() == null ? null : inMillis(it.lastUsedAt());
        return new PasskeyRecord(it.credentialID(), it.name(), it.userHandle(), created, used);
    }

    private static Instant inMillis(Instant instant) {
        return instant.truncatedTo(ChronoUnit.MILLIS);
    }
}
