package dev.cardea.adapter.redis;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.model.Account;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Passkeys, and for each user a list of them, newest first. */
final class Authenticators implements ForwardingAdapter.Authenticators {
    private static final Claim<Long> COUNTER = Claim.number("counter");
    private static final Claim<Boolean> BACKED_UP = Claim.bool("credentialBackedUp");
    /** Beyond the fields of Auth.js. */
    private static final Claim<Claims> OWN = Claim.object("cardea");

    private static final Claim<Instant> CREATED = Claim.time("createdAt");
    private static final Claim<Instant> LAST_USED = Claim.time("lastUsedAt");
    private static final int TRIES = 1_000;

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Accounts accounts;
    private final Users users;

    Authenticators(Commands commands, Keys keys, Accounts accounts, Users users) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.accounts = accounts;
        this.users = users;
    }

    /** List, then row: a passkey that works can be found from its user, and deleted with them. */
    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator it) {
        changeList(it.userId(), ids -> {
            var longer = new ArrayList<>(ids);
            longer.remove(it.credentialID());
            longer.add(0, it.credentialID());
            return longer;
        });
        if (!rows.putNew(keys.authenticator(it.credentialID()), row(it), Commands.FOR_EVER)) {
            throw new DuplicateKeyException("there is an authenticator already", null);
        }
        return it;
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return rows.get(keys.authenticator(credentialID), isNamed(credentialID)).map(Authenticators::authenticator);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        var names = list(commands.get(keys.authenticators(userId))).stream()
                .map(keys::authenticator)
                .toList();
        return rows.all(names, Rows.has("userId", userId).and(row -> row.text("credentialID") != null)).stream()
                .map(Authenticators::authenticator)
                .toList();
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long counter) {
        return rows.change(keys.authenticator(credentialID), isNamed(credentialID), row -> withCounter(row, counter))
                .map(Authenticators::authenticator)
                .orElseThrow(Authenticators::unknown);
    }

    /** What a sign-in reports: counter, backup and time, in one change. */
    @Override
    public void updatePasskeyUse(String credentialID, long counter, boolean backedUp, Instant usedAt) {
        var changed = rows.change(
                keys.authenticator(credentialID),
                isNamed(credentialID),
                row -> withCounter(row, counter)
                        .with("credentialBackedUp", backedUp)
                        .with("cardea", row.get(OWN).orElse(Claims.NONE).with("lastUsedAt", IsoTime.print(usedAt))));
        if (changed.isEmpty()) throw unknown();
    }

    private static Claims withCounter(Claims row, long counter) {
        if (row.get(COUNTER).orElse(0L) > counter) {
            throw new StoreConflictException("the authenticator's stored counter is higher", null);
        }
        return row.with("counter", counter);
    }

    /** The passkey and its account, in one command where they share their id, as those of the library do. */
    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        var found = rows.each(List.of(keys.authenticator(credentialID), accounts.key(provider, credentialID)));
        var row = found.get(0).filter(isNamed(credentialID));
        if (row.isEmpty()) return Optional.empty();
        var authenticator = authenticator(row.get());
        var account = authenticator.providerAccountId().equals(credentialID)
                ? found.get(1).flatMap(it -> Accounts.meant(it, provider, credentialID))
                : accounts.getAccount(authenticator.providerAccountId(), provider);
        var user = account.map(Account::userId).flatMap(users::getUser);
        return Optional.of(
                new PasskeySignIn(authenticator, record(row.get()), account.orElse(null), user.orElse(null)));
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return rows.get(keys.authenticator(credentialID), isNamed(credentialID)).map(Authenticators::record);
    }

    /** The list has the newest first. */
    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        var records = new ArrayList<PasskeyRecord>();
        for (var it : listAuthenticatorsByUserId(userId))
            getPasskey(it.credentialID()).ifPresent(record -> records.add(0, record));
        records.sort(PasskeyRecord.OLDEST_FIRST);
        return List.copyOf(records);
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        var backup =
                Claims.NONE.withPresent("credentialBackedUp", change.backedUp().orElse(null));
        var given = Claims.NONE
                .withPresent("name", change.name().orElse(null))
                .withPresent("userHandle", change.userHandle().orElse(null))
                .withPresent("createdAt", change.createdAt().map(IsoTime::print).orElse(null))
                .withPresent(
                        "lastUsedAt", change.lastUsedAt().map(IsoTime::print).orElse(null));
        var changed = rows.change(
                keys.authenticator(change.credentialID()),
                isNamed(change.credentialID()),
                row -> row.with("cardea", row.get(OWN).orElse(Claims.NONE).withAll(given))
                        .withAll(backup));
        if (changed.isEmpty()) throw unknown();
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        rows.remove(keys.authenticator(credentialID), isNamed(credentialID))
                .map(Authenticators::authenticator)
                .ifPresent(it -> changeList(it.userId(), ids -> {
                    var shorter = new ArrayList<>(ids);
                    shorter.remove(credentialID);
                    return shorter;
                }));
    }

    private static PasskeyRecord record(Claims row) {
        var own = row.get(OWN).orElse(Claims.NONE);
        return new PasskeyRecord(
                required(row, "credentialID"),
                own.text("name"),
                own.text("userHandle"),
                own.get(CREATED).orElse(null),
                own.get(LAST_USED).orElse(null));
    }

    void deleteByUser(String userId) {
        for (var it : listAuthenticatorsByUserId(userId)) {
            rows.remove(keys.authenticator(it.credentialID()), Rows.has("userId", userId));
        }
        changeList(userId, ids -> List.of());
    }

    private void changeList(String userId, UnaryOperator<List<String>> change) {
        String key = keys.authenticators(userId);
        for (int i = 0; i < TRIES; i++) {
            var text = commands.get(key);
            var changed = change.apply(list(text));
            if (text == null) {
                if (changed.isEmpty() || commands.putNew(key, Json.print(changed), Commands.FOR_EVER)) return;
            } else if (changed.isEmpty()) {
                if (commands.remove(key, text)) return;
            } else if (commands.replace(key, text, Json.print(changed), Commands.FOR_EVER)) return;
        }
        throw new StoreConflictException("too many requests change the same list at the same time", null);
    }

    private static List<String> list(@Nullable String text) {
        if (text == null || !text.startsWith("[")) return List.of();
        try {
            var ids = new ArrayList<String>();
            if (Json.parse(text, Json.TRUSTED_DEPTH) instanceof List<?> values) {
                for (var value : values) if (value instanceof String id) ids.add(id);
            }
            return ids;
        } catch (JsonException e) {
            return List.of();
        }
    }

    private static Predicate<Claims> isNamed(String credentialID) {
        return Rows.has("credentialID", credentialID);
    }

    private static Claims row(AdapterAuthenticator it) {
        return Claims.of("credentialID", it.credentialID())
                .with("userId", it.userId())
                .with("providerAccountId", it.providerAccountId())
                .with("credentialPublicKey", it.credentialPublicKey())
                .with("counter", it.counter())
                .with("credentialDeviceType", it.credentialDeviceType())
                .with("credentialBackedUp", it.credentialBackedUp())
                .with("transports", it.transports());
    }

    private static AdapterAuthenticator authenticator(Claims row) {
        return new AdapterAuthenticator(
                required(row, "credentialID"),
                required(row, "userId"),
                required(row, "providerAccountId"),
                required(row, "credentialPublicKey"),
                row.get(COUNTER).orElse(0L),
                required(row, "credentialDeviceType"),
                row.get(BACKED_UP).orElse(false),
                row.text("transports"));
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such authenticator", null);
    }

    private static String required(Claims row, String field) {
        var text = row.text(field);
        if (text == null) throw new IllegalStateException("an authenticator needs the field " + field);
        return text;
    }
}
