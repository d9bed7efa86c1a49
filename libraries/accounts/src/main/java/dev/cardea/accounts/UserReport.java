package dev.cardea.accounts;

import dev.cardea.accounts.factor.Authenticators;
import dev.cardea.accounts.factor.Enrolments;
import dev.cardea.accounts.factor.PausedSignIns;
import dev.cardea.accounts.factor.RecoveryCodes;
import dev.cardea.accounts.factor.TrustedBrowsers;
import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.ModuleRecords;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.Store;
import dev.cardea.adapter.StoreException;
import dev.cardea.adapter.StoredSession;
import dev.cardea.error.AdapterException;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.observe.StoreReason;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Lists all that a store has about one user. A capability that the store lacks counts as none of its records. Immutable.
 *
 * @param sessions the next to expire first
 * @param records what this module keeps about the user, such as a password
 * @param isListed whether the store can list accounts and sessions
 */
public record UserReport(
        User user,
        List<Account> accounts,
        List<StoredSession> sessions,
        List<Claims> passkeys,
        List<ModuleRecord> records,
        boolean isListed) {
    private static final List<String> KINDS = List.of(
            StoredPassword.KIND,
            EmailChanges.KIND,
            SessionProofs.KIND,
            Authenticators.KIND,
            RecoveryCodes.KIND,
            Enrolments.KIND,
            PausedSignIns.KIND,
            TrustedBrowsers.KIND,
            Block.KIND);

    public UserReport {
        accounts = List.copyOf(accounts);
        sessions = List.copyOf(sessions);
        passkeys = List.copyOf(passkeys);
        records = List.copyOf(records);
    }

    /**
     * Reads what the store has about a user.
     *
     * @throws dev.cardea.error.AdapterException where the store doesn't respond
     */
    public static UserReport of(Store store, User user) {
        var id = StoredUser.idOf(user);
        var accounts = store.has(AccountIndex.class) ? store.listAccountsByUserId(id) : List.<Account>of();
        var all = new AllSessions(store);
        var sessions = all.canList() ? all.list(id) : List.<StoredSession>of();
        return new UserReport(
                user,
                accounts,
                sessions.stream()
                        .sorted(Comparator.comparing(StoredSession::expires))
                        .toList(),
                passkeys(store, id),
                records(store, id),
                store.has(AccountIndex.class) && store.has(SessionIndex.class));
    }

    private static List<ModuleRecord> records(Store store, String id) {
        if (!store.has(ModuleRecords.class)) return List.of();
        try {
            return KINDS.stream()
                    .flatMap(kind -> store.listRecordsByUserId(id, kind).stream())
                    .toList();
        } catch (AdapterException e) {
            // A site without this module needs no table for it.
            if (e.getCause() instanceof StoreException it && it.reason() == StoreReason.TABLE_MISSING) return List.of();
            throw e;
        }
    }

    private static List<Claims> passkeys(Store store, String id) {
        if (!store.has(AuthenticatorAdapter.class)) return List.of();
        var records = new TreeMap<String, PasskeyRecord>();
        if (store.has(PasskeyRecords.class)) {
            store.listPasskeysByUserId(id).forEach(record -> records.put(record.credentialID(), record));
        }
        return store.listAuthenticatorsByUserId(id).stream()
                .map(it -> passkey(it, records.getOrDefault(it.credentialID(), PasskeyRecord.of(it.credentialID()))))
                .toList();
    }

    private static Claims passkey(AdapterAuthenticator it, PasskeyRecord record) {
        return Claims.of("credentialID", it.credentialID())
                .with("name", record.name())
                .with("createdAt", record.createdAt())
                .with("lastUsedAt", record.lastUsedAt())
                .with("userHandle", record.userHandle())
                .with("providerAccountId", it.providerAccountId())
                .with("credentialPublicKey", it.credentialPublicKey())
                .with("counter", it.counter())
                .with("credentialDeviceType", it.credentialDeviceType())
                .with("credentialBackedUp", it.credentialBackedUp())
                .with("transports", it.transports());
    }

    /** Without the token of a row, which signs the user in. */
    private static Claims session(StoredSession it) {
        var expires = Claims.of("expires", it.expires());
        var record = it.record();
        if (record == null) return expires;
        return expires.with("id", record.id())
                .with("begun", record.begun())
                .with("seen", record.seen())
                .with("provider", record.provider())
                .with("providerSub", record.providerSub())
                .with("providerSid", record.providerSid())
                .with("client", record.client())
                .with("userAgent", record.userAgent());
    }

    private static Claims record(ModuleRecord it, Collection<String> withheld) {
        var data = Json.parseObject(it.data(), Json.TRUSTED_DEPTH);
        return Claims.of("kind", it.kind())
                .with("expires", it.expires())
                .with("data", Redaction.of(data, "records." + it.kind(), withheld));
    }

    /** Returns the user's block; empty if the user isn't blocked. */
    public Optional<Block> block() {
        return records.stream()
                .filter(it -> it.kind().equals(Block.KIND))
                .map(Block::read)
                .findFirst();
    }

    /** Returns whether the user has no account, session, passkey or record. */
    public boolean isEmpty() {
        return accounts.isEmpty() && sessions.isEmpty() && passkeys.isEmpty() && records.isEmpty();
    }

    /**
     * Returns everything as JSON: the report for the person whose data this is.
     *
     * @param withTokens whether accounts include the tokens of their providers
     */
    public Claims export(Instant now, boolean withTokens) {
        var withheld = new TreeSet<String>();
        var shown = Redaction.of(user.claims(), "user", withheld);
        var linked = accounts.stream()
                .map(Account::claims)
                .map(claims -> withTokens ? claims : Redaction.of(claims, "accounts", withheld))
                .toList();
        var open = sessions.stream().map(UserReport::session).toList();
        var kept = records.stream().map(it -> record(it, withheld)).toList();
        return Claims.of("exportedAt", now)
                .with("user", shown)
                .with("accounts", linked)
                .with("sessions", open)
                .with("passkeys", passkeys)
                .with("records", kept)
                .with("withheld", List.copyOf(withheld));
    }
}
