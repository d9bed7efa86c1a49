package dev.cardea.adapter;

import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tables of {@link InMemoryAdapter}, guarded by its lock. A copy only copies the maps, because rows are immutable.
 */
final class InMemoryRows {
    record AccountKey(String provider, String providerAccountId) {}

    record TokenKey(String identifier, String token) {}

    record RecordKey(String kind, String id) {}

    /** How long a row outlives its expiry, so that an expired link can be distinguished from an unknown one. */
    private static final Duration GRACE = Duration.ofHours(1);

    private static final int PRUNE_FIRST_AT = 256;

    final Map<String, User> users;
    final Map<String, String> userIds;
    final Map<AccountKey, Account> accounts;
    final Map<String, AdapterSession> sessions;
    final Map<TokenKey, VerificationToken> verificationTokens;
    final Map<String, AdapterAuthenticator> authenticators;
    final Map<String, PasskeyRecord> passkeys;
    final Map<String, Instant> usedTokens;
    final Map<String, SessionRecord> sessionRecords;
    final Map<RecordKey, ModuleRecord> records;
    private int pruneAt = PRUNE_FIRST_AT;

    InMemoryRows() {
        users = new HashMap<>();
        userIds = new HashMap<>();
        accounts = new HashMap<>();
        sessions = new LinkedHashMap<>();
        verificationTokens = new HashMap<>();
        authenticators = new LinkedHashMap<>();
        passkeys = new HashMap<>();
        usedTokens = new HashMap<>();
        sessionRecords = new LinkedHashMap<>();
        records = new HashMap<>();
    }

    InMemoryRows(InMemoryRows from) {
        users = new HashMap<>(from.users);
        userIds = new HashMap<>(from.userIds);
        accounts = new HashMap<>(from.accounts);
        sessions = new LinkedHashMap<>(from.sessions);
        verificationTokens = new HashMap<>(from.verificationTokens);
        authenticators = new LinkedHashMap<>(from.authenticators);
        passkeys = new HashMap<>(from.passkeys);
        usedTokens = new HashMap<>(from.usedTokens);
        sessionRecords = new LinkedHashMap<>(from.sessionRecords);
        records = new HashMap<>(from.records);
        pruneAt = from.pruneAt;
    }

    void put(User user) {
        users.put(user.id(), user);
        if (user.email() != null) userIds.put(user.email(), user.id());
    }

    void remove(User user) {
        users.remove(user.id());
        if (user.email() != null) userIds.remove(user.email());
    }

    /** Removes expired rows each time the number of rows that can expire has doubled: a constant price per row. */
    void prune(Instant now) {
        if (perishable() < pruneAt) return;
        var before = now.minus(GRACE);
        sessions.values().removeIf(session -> session.expires().isBefore(before));
        verificationTokens.values().removeIf(token -> token.expires().isBefore(before));
        usedTokens.values().removeIf(expires -> expires.isBefore(now));
        sessionRecords.values().removeIf(session -> session.expires().isBefore(before));
        records.values().removeIf(it -> it.isExpired(before));
        pruneAt = Math.max(PRUNE_FIRST_AT, 2 * perishable());
    }

    private int perishable() {
        return sessions.size() + verificationTokens.size() + usedTokens.size() + sessionRecords.size() + records.size();
    }

    @Override
    public String toString() {
        return users.size() + " users, " + accounts.size() + " accounts, " + sessions.size() + " sessions, "
                + verificationTokens.size() + " verification tokens, " + authenticators.size() + " authenticators, "
                + usedTokens.size() + " used tokens, " + sessionRecords.size() + " session records, " + records.size()
                + " records of modules";
    }
}
