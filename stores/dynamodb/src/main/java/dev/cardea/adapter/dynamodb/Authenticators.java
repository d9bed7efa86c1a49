package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.PasskeyChange;
import dev.cardea.adapter.PasskeyRecord;
import dev.cardea.adapter.PasskeySignIn;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.IsoTime;
import dev.cardea.model.Account;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Passkeys, for which Auth.js has no items: they lie with their user, and each has a pointer. */
final class Authenticators implements ForwardingAdapter.Authenticators {
    private static final Claim<Long> COUNTER = Claim.number("counter");
    private static final Claim<Boolean> BACKED_UP = Claim.bool("credentialBackedUp");
    private static final String PREFIX = "AUTHENTICATOR#";

    /** What is known beyond the fields of Auth.js. */
    private static final String OWN = "cardea";

    private final Items items;
    private final Accounts accounts;
    private final Users users;

    Authenticators(Items items, Accounts accounts, Users users) {
        this.items = items;
        this.accounts = accounts;
        this.users = users;
    }

    @Override
    public AdapterAuthenticator createAuthenticator(AdapterAuthenticator it) {
        var row = Attributes.of(Claims.of("credentialID", it.credentialID())
                .with("userId", it.userId())
                .with("providerAccountId", it.providerAccountId())
                .with("credentialPublicKey", it.credentialPublicKey())
                .with("counter", it.counter())
                .with("credentialDeviceType", it.credentialDeviceType())
                .with("credentialBackedUp", it.credentialBackedUp())
                .with("transports", it.transports())
                .with("type", "AUTHENTICATOR"));
        return items.retry(() -> {
            var pointer = Pointers.authenticator(it.credentialID());
            // Before it is decided on: who comes in between changes it.
            var pointed = items.get(pointer);
            if (find(it.credentialID()).isPresent()) {
                throw new DuplicateKeyException("there is an authenticator already", null);
            }
            var changes = List.of(
                    Change.put(key(it.userId(), it.credentialID()), null, row),
                    Change.put(pointer, pointed, Users.pointer(it.userId())));
            return items.together(changes) ? Optional.of(it) : Optional.empty();
        });
    }

    @Override
    public Optional<AdapterAuthenticator> getAuthenticator(String credentialID) {
        return find(credentialID).map(Authenticators::authenticator);
    }

    @Override
    public List<AdapterAuthenticator> listAuthenticatorsByUserId(String userId) {
        return rows(userId).stream().map(Authenticators::authenticator).toList();
    }

    @Override
    public AdapterAuthenticator updateAuthenticatorCounter(String credentialID, long counter) {
        return items.retry(() -> {
            var was = find(credentialID).orElseThrow(Authenticators::unknown);
            var row = withCounter(was, counter);
            return isPut(was, row) ? Optional.of(authenticator(row)) : Optional.empty();
        });
    }

    /** What a sign-in reports: counter, backup and time, in one change. */
    @Override
    public void updatePasskeyUse(String credentialID, long counter, boolean backedUp, Instant usedAt) {
        var ignored = items.retry(() -> {
            var was = find(credentialID).orElseThrow(Authenticators::unknown);
            var row = withCounter(was, counter);
            row.put("credentialBackedUp", AttributeValue.fromBool(backedUp));
            var own = new HashMap<>(own(was));
            own.putAll(Attributes.of(Claims.of("lastUsedAt", usedAt)));
            row.put(OWN, AttributeValue.fromM(own));
            return isPut(was, row) ? Optional.of(true) : Optional.empty();
        });
    }

    private static Map<String, AttributeValue> withCounter(Map<String, AttributeValue> was, long counter) {
        if (authenticator(was).counter() > counter) {
            throw new StoreConflictException("the authenticator's stored counter is higher", null);
        }
        var row = new HashMap<>(was);
        row.put("counter", AttributeValue.fromN(String.valueOf(counter)));
        return row;
    }

    private boolean isPut(Map<String, AttributeValue> was, Map<String, AttributeValue> row) {
        var key = key(Attributes.required(was, "userId"), Attributes.required(was, "credentialID"));
        return items.together(List.of(Change.put(key, was, row)));
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such authenticator", null);
    }

    /**
     * The pointers of the passkey and its account in one request, what they lead to in another. That needs a passkey and
     * an account that share their id, as those of the library do, and an account with a pointer; otherwise they are
     * looked up one by one.
     */
    @Override
    public Optional<PasskeySignIn> getPasskeySignIn(String credentialID, String provider) {
        var pointers =
                items.each(List.of(Pointers.authenticator(credentialID), Pointers.account(provider, credentialID)));
        var userId = Attributes.text(pointers.get(0), "userId");
        if (userId == null) return Optional.empty();
        var owner = Objects.requireNonNullElse(Attributes.text(pointers.get(1), "userId"), userId);
        var found = items.each(
                List.of(key(userId, credentialID), Accounts.key(owner, provider, credentialID), Users.key(owner)));
        var row = found.get(0);
        if (row == null) return Optional.empty();
        var authenticator = authenticator(row);
        var account = authenticator.providerAccountId().equals(credentialID)
                ? accounts.meant(found.get(1), provider, credentialID)
                : Optional.<Account>empty();
        if (account.isEmpty()) account = accounts.getAccount(authenticator.providerAccountId(), provider);
        var accountOwner = account.map(Account::userId);
        var user = accountOwner.isPresent() && accountOwner.get().equals(owner)
                ? users.meant(found.get(2), owner)
                : accountOwner.flatMap(users::getUser);
        return Optional.of(new PasskeySignIn(authenticator, record(row), account.orElse(null), user.orElse(null)));
    }

    @Override
    public Optional<PasskeyRecord> getPasskey(String credentialID) {
        return find(credentialID).map(Authenticators::record);
    }

    @Override
    public List<PasskeyRecord> listPasskeysByUserId(String userId) {
        return rows(userId).stream()
                .map(Authenticators::record)
                .sorted(PasskeyRecord.OLDEST_FIRST)
                .toList();
    }

    @Override
    public void updatePasskey(PasskeyChange change) {
        var given = Claims.NONE
                .withPresent("name", change.name().orElse(null))
                .withPresent("userHandle", change.userHandle().orElse(null))
                .withPresent("createdAt", change.createdAt().orElse(null))
                .withPresent("lastUsedAt", change.lastUsedAt().orElse(null));
        var ignored = items.retry(() -> {
            var was = find(change.credentialID()).orElseThrow(Authenticators::unknown);
            var row = new HashMap<>(was);
            if (!given.isEmpty()) {
                var own = new HashMap<>(own(was));
                own.putAll(Attributes.of(given));
                row.put(OWN, AttributeValue.fromM(own));
            }
            change.backedUp().ifPresent(it -> row.put("credentialBackedUp", AttributeValue.fromBool(it)));
            if (row.equals(was)) return Optional.of(true);
            return isPut(was, row) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public void deleteAuthenticator(String credentialID) {
        var ignored = items.retry(() -> {
            var was = find(credentialID).orElse(null);
            if (was == null) return Optional.of(true);
            var changes = List.of(
                    Change.delete(key(Attributes.required(was, "userId"), credentialID), was),
                    Change.delete(Pointers.authenticator(credentialID)));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    private static PasskeyRecord record(Map<String, AttributeValue> row) {
        var own = own(row);
        return new PasskeyRecord(
                Attributes.required(row, "credentialID"),
                Attributes.text(own, "name"),
                Attributes.text(own, "userHandle"),
                time(Attributes.text(own, "createdAt")),
                time(Attributes.text(own, "lastUsedAt")));
    }

    private static Map<String, AttributeValue> own(Map<String, AttributeValue> row) {
        var own = row.get(OWN);
        return own != null && own.hasM() ? own.m() : Map.of();
    }

    private static @Nullable Instant time(@Nullable String text) {
        return text == null ? null : IsoTime.parse(text).orElse(null);
    }

    /** What goes with a user. */
    List<Change> deletions(String userId) {
        var changes = new ArrayList<Change>();
        for (var it : listAuthenticatorsByUserId(userId)) {
            changes.add(Change.delete(key(userId, it.credentialID())));
            changes.add(Change.delete(Pointers.authenticator(it.credentialID())));
        }
        return changes;
    }

    private List<Map<String, AttributeValue>> rows(String userId) {
        return items.all(Users.key(userId).pk(), PREFIX).stream()
                .filter(row -> userId.equals(Attributes.text(row, "userId")))
                .toList();
    }

    private Optional<Map<String, AttributeValue>> find(String credentialID) {
        var userId = Attributes.text(items.get(Pointers.authenticator(credentialID)), "userId");
        return userId == null ? Optional.empty() : Optional.ofNullable(items.get(key(userId, credentialID)));
    }

    private static Key key(String userId, String credentialID) {
        return new Key(Users.key(userId).pk(), PREFIX + credentialID);
    }

    private static AdapterAuthenticator authenticator(Map<String, AttributeValue> row) {
        var claims = Attributes.claims(row, Set.of());
        return new AdapterAuthenticator(
                Attributes.required(row, "credentialID"),
                Attributes.required(row, "userId"),
                Attributes.required(row, "providerAccountId"),
                Attributes.required(row, "credentialPublicKey"),
                claims.get(COUNTER).orElse(0L),
                Attributes.required(row, "credentialDeviceType"),
                claims.get(BACKED_UP).orElse(false),
                claims.text("transports"));
    }
}
