package dev.cardea.adapter.redis;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Accounts, and for each user a list of them. An account whose user is gone is free to be linked again. */
final class Accounts implements ForwardingAdapter.Accounts {
    private static final List<String> IDENTITY = List.of("id", "provider", "providerAccountId", "userId", "type");
    private static final int TRIES = 100;

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Users users;

    Accounts(Commands commands, Keys keys, Users users) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.users = users;
    }

    /** List, then row: whatever the row leads to can be found again from the user, and deleted with them. */
    @Override
    public Account linkAccount(Account account) {
        var userId = account.userId();
        if (userId == null) throw new IllegalArgumentException("an account needs the field userId");
        if (users.getUser(userId).isEmpty()) throw new RowNotFoundException("there is no such user", null);
        String name = name(account.provider(), account.providerAccountId());
        String key = keys.account(name);
        commands.enlist(keys.accounts(userId), name, Long.MAX_VALUE, 0);
        if (!claim(key, account.claims().with("id", name))) {
            if (rows.get(key, Rows.has("userId", userId)).isEmpty()) commands.delist(keys.accounts(userId), name);
            throw new DuplicateKeyException("there is an account of provider " + account.provider() + " already", null);
        }
        commands.put(keys.lastAccount(userId), key, Commands.FOR_EVER);
        return account;
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return rows.get(key(provider, providerAccountId), row -> true)
                .flatMap(row -> meant(row, provider, providerAccountId));
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return getAccount(providerAccountId, provider).map(Account::userId).flatMap(users::getUser);
    }

    /** The account in the row, if it is the one that was asked for. */
    static Optional<Account> meant(Claims row, String provider, String providerAccountId) {
        return Optional.of(row).filter(isNamed(provider, providerAccountId)).map(it -> Account.of(it.without("id")));
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return names(userId).stream()
                .flatMap(name -> rows.get(keys.account(name), Rows.has("userId", userId)).stream())
                .map(row -> Account.of(row.without("id")))
                .toList();
    }

    /** Replaces the fields that are given, but for those that say whose account it is. */
    @Override
    public void updateAccount(Account account) {
        var fields = account.claims();
        for (var name : IDENTITY) fields = fields.without(name);
        var given = fields;
        if (given.isEmpty()) return;
        rows.change(
                key(account.provider(), account.providerAccountId()),
                isNamed(account.provider(), account.providerAccountId()),
                row -> row.withAll(given));
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        String key = key(provider, providerAccountId);
        rows.remove(key, isNamed(provider, providerAccountId))
                .map(row -> row.text("userId"))
                .ifPresent(userId -> {
                    commands.remove(keys.lastAccount(userId), key);
                    commands.delist(keys.accounts(userId), name(provider, providerAccountId));
                });
    }

    void deleteByUser(String userId) {
        for (var name : names(userId)) {
            rows.remove(keys.account(name), Rows.has("userId", userId));
            commands.delist(keys.accounts(userId), name);
        }
        var last = commands.get(keys.lastAccount(userId));
        if (last != null) commands.remove(keys.lastAccount(userId), last);
    }

    /** Auth.js knows the last account of a user only, and puts it on no list. */
    private Set<String> names(String userId) {
        var names = new LinkedHashSet<>(commands.listed(keys.accounts(userId)));
        var last = commands.get(keys.lastAccount(userId));
        if (last != null && last.startsWith(keys.account(""))) {
            names.add(last.substring(keys.account("").length()));
        }
        return names;
    }

    private boolean claim(String key, Claims row) {
        for (int i = 0; i < TRIES; i++) {
            if (rows.putNew(key, row, Commands.FOR_EVER)) return true;
            var owner = rows.get(key, it -> true).map(it -> it.text("userId"));
            if (owner.isPresent() && users.getUser(owner.get()).isPresent()) return false;
            rows.remove(key, owner.map(id -> Rows.has("userId", id)).orElse(it -> it.text("userId") == null));
        }
        return false;
    }

    String key(String provider, String providerAccountId) {
        return keys.account(name(provider, providerAccountId));
    }

    private static String name(String provider, String providerAccountId) {
        return provider + ":" + providerAccountId;
    }

    private static Predicate<Claims> isNamed(String provider, String providerAccountId) {
        return Rows.has("provider", provider).and(Rows.has("providerAccountId", providerAccountId));
    }
}
