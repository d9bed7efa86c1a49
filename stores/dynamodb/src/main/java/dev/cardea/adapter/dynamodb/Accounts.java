package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.dynamodb.Items.Change;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Accounts, and for each a pointer to its user. An account whose user is gone is free to be linked again. */
final class Accounts implements ForwardingAdapter.Accounts {
    private static final List<String> IDENTITY = List.of("id", "provider", "providerAccountId", "userId", "type");
    private static final String PREFIX = "ACCOUNT#";

    private final Items items;
    private final Names names;
    private final Users users;
    private final Randomness randomness;

    Accounts(Items items, Names names, Users users, Randomness randomness) {
        this.items = items;
        this.names = names;
        this.users = users;
        this.randomness = randomness;
    }

    @Override
    public Account linkAccount(Account account) {
        var userId = account.userId();
        if (userId == null) throw new IllegalArgumentException("an account needs the field userId");
        var provider = account.provider();
        var accountId = account.providerAccountId();
        return items.retry(() -> {
            if (users.getUser(userId).isEmpty()) throw new RowNotFoundException("there is no such user", null);
            var pointer = Pointers.account(provider, accountId);
            var pointed = items.get(pointer);
            var there = find(provider, accountId);
            var key = key(userId, provider, accountId);
            var was = items.get(key);
            boolean isTaken = was != null
                    || there.isPresent()
                            && users.getUser(Attributes.required(there.get(), "userId"))
                                    .isPresent();
            if (isTaken)
                throw new DuplicateKeyException("there is an account of provider " + provider + " already", null);
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key, null, item(account.claims().with("id", randomness.uuid()))));
            changes.add(Change.put(pointer, pointed, Users.pointer(userId)));
            changes.add(Change.exists(Users.key(userId)));
            there.ifPresent(row -> changes.add(Change.delete(keyOf(row))));
            return items.together(changes) ? Optional.of(read(item(account.claims()))) : Optional.empty();
        });
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return find(provider, providerAccountId).map(this::read);
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return getAccount(providerAccountId, provider).map(Account::userId).flatMap(users::getUser);
    }

    /** The account in the item, if it is the one that was asked for. */
    Optional<Account> meant(@Nullable Map<String, AttributeValue> item, String provider, String providerAccountId) {
        return item != null && isNamed(item, provider, providerAccountId) ? Optional.of(read(item)) : Optional.empty();
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return rows(userId).stream().map(this::read).toList();
    }

    /** Replaces the fields that are given, but for those that say whose account it is. */
    @Override
    public void updateAccount(Account account) {
        var fields = account.claims();
        for (var name : IDENTITY) fields = fields.without(name);
        for (var name : names.keys()) fields = fields.without(name);
        var given = Attributes.of(fields);
        if (given.isEmpty()) return;
        var ignored = items.retry(() -> {
            var was = find(account.provider(), account.providerAccountId()).orElse(null);
            if (was == null) return Optional.of(true);
            var becomes = new HashMap<>(was);
            becomes.putAll(given);
            return items.together(List.of(Change.put(keyOf(was), was, becomes))) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        var ignored = items.retry(() -> {
            var was = find(provider, providerAccountId).orElse(null);
            if (was == null) return Optional.of(true);
            var changes = List.of(
                    Change.delete(keyOf(was), was), Change.delete(Pointers.account(provider, providerAccountId)));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    /** What goes with a user. */
    List<Change> deletions(String userId) {
        var changes = new ArrayList<Change>();
        for (var row : rows(userId)) {
            changes.add(Change.delete(keyOf(row)));
            changes.add(Change.delete(Pointers.account(
                    Attributes.required(row, "provider"), Attributes.required(row, "providerAccountId"))));
        }
        return changes;
    }

    private List<Map<String, AttributeValue>> rows(String userId) {
        return items.all(Users.key(userId).pk(), PREFIX).stream()
                .filter(row -> userId.equals(Attributes.text(row, "userId")))
                .toList();
    }

    /** By its pointer; one that Auth.js linked by the index. */
    private Optional<Map<String, AttributeValue>> find(String provider, String providerAccountId) {
        var userId = Attributes.text(items.get(Pointers.account(provider, providerAccountId)), "userId");
        if (userId != null) {
            var row = items.get(key(userId, provider, providerAccountId));
            if (row != null && isNamed(row, provider, providerAccountId)) return Optional.of(row);
        }
        return items.indexed(new Key(PREFIX + provider, PREFIX + providerAccountId)).stream()
                .map(key -> items.get(key))
                .filter(Objects::nonNull)
                .filter(row -> isNamed(row, provider, providerAccountId))
                .findFirst();
    }

    private static boolean isNamed(Map<String, AttributeValue> row, String provider, String providerAccountId) {
        return provider.equals(Attributes.text(row, "provider"))
                && providerAccountId.equals(Attributes.text(row, "providerAccountId"))
                && Attributes.text(row, "userId") != null;
    }

    static Key key(String userId, String provider, String providerAccountId) {
        return new Key(Users.key(userId).pk(), PREFIX + provider + "#" + providerAccountId);
    }

    private static Key keyOf(Map<String, AttributeValue> row) {
        return key(
                Attributes.required(row, "userId"),
                Attributes.required(row, "provider"),
                Attributes.required(row, "providerAccountId"));
    }

    private Map<String, AttributeValue> item(Claims claims) {
        var fields = claims;
        for (var name : names.keys()) fields = fields.without(name);
        var item = new HashMap<>(Attributes.of(fields));
        item.putAll(names.place(PREFIX + fields.text("provider"), PREFIX + fields.text("providerAccountId")));
        return item;
    }

    private Account read(Map<String, AttributeValue> item) {
        return Account.of(Attributes.claims(item, names.keys()).without("id"));
    }
}
