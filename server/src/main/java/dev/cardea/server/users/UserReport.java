package dev.cardea.server.users;

import dev.cardea.adapter.AccountIndex;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.AllSessions;
import dev.cardea.adapter.AuthenticatorAdapter;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeyRecords;
import dev.cardea.adapter.SessionIndex;
import dev.cardea.adapter.StoredSession;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that a store has about one user. A capability that the adapter lacks counts as none of its records.
 *
 * @param sessions the next to expire first
 */
public record UserReport(
        User user, List<Account> accounts, List<StoredSession> sessions, List<Claims> passkeys, boolean isListed) {
    public UserReport {
        accounts = List.copyOf(accounts);
        sessions = List.copyOf(sessions);
        passkeys = List.copyOf(passkeys);
    }

    public static UserReport of(Adapter adapter, User user) {
        var id = Objects.requireNonNull(user.id(), "a stored user has an id");
        var accounts = adapter instanceof AccountIndex it ? it.listAccountsByUserId(id) : List.<Account>of();
        var all = new AllSessions(adapter);
        var sessions = all.canList() ? all.list(id) : List.<StoredSession>of();
        return new UserReport(
                user,
                accounts,
                sessions.stream()
                        .sorted(Comparator.comparing(StoredSession::expires))
                        .toList(),
                passkeys(adapter, id),
                adapter instanceof AccountIndex && adapter instanceof SessionIndex);
    }

    private static List<Claims> passkeys(Adapter adapter, String id) {
        if (!(adapter instanceof AuthenticatorAdapter authenticators)) return List.of();
        var records = new TreeMap<String, PasskeyRecord>();
        if (adapter instanceof PasskeyRecords it) {
            it.listPasskeysByUserId(id).forEach(record -> records.put(record.credentialID(), record));
        }
        return authenticators.listAuthenticatorsByUserId(id).stream()
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

    /** Returns whether the user has no account, session or passkey. */
    public boolean isEmpty() {
        return accounts.isEmpty() && sessions.isEmpty() && passkeys.isEmpty();
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
        return Claims.of("exportedAt", now)
                .with("user", shown)
                .with("accounts", linked)
                .with("sessions", open)
                .with("passkeys", passkeys)
                .with("withheld", List.copyOf(withheld));
    }
}
