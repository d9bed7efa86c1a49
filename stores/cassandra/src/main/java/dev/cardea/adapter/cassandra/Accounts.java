package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Accounts, and for each user a list of them. An account whose user is gone is free to be linked again. */
final class Accounts implements ForwardingAdapter.Accounts {
    private static final String INSERT = "insert into cardea_account"
            + " (provider, provider_account_id, user_id, type, fields) values (?, ?, ?, ?, ?) if not exists";
    private static final String SELECT = "select provider, provider_account_id, user_id, type, fields"
            + " from cardea_account where provider = ? and provider_account_id = ?";
    private static final String UPDATE = "update cardea_account set fields = fields + ?"
            + " where provider = ? and provider_account_id = ? if exists";
    private static final String DELETE =
            "delete from cardea_account where provider = ? and provider_account_id = ? if user_id = ?";

    private static final String ENLIST = "insert into cardea_account_by_user"
            + " (user_id, provider, provider_account_id) values (?, ?, ?) if not exists";
    private static final String LISTED =
            "select provider, provider_account_id from cardea_account_by_user where user_id = ?";
    private static final String DELIST = "delete from cardea_account_by_user"
            + " where user_id = ? and provider = ? and provider_account_id = ? if exists";

    private static final Set<String> COLUMNS = Set.of("id", "provider", "providerAccountId", "userId", "type");
    private static final int TRIES = 100;

    private record Name(String provider, String id) {}

    private final Commands commands;
    private final Users users;

    Accounts(Commands commands, Users users) {
        this.commands = commands;
        this.users = users;
    }

    /** List, then row: whatever the row leads to can be found again from the user, and deleted with them. */
    @Override
    public Account linkAccount(Account account) {
        var userId = account.userId();
        if (userId == null) throw new IllegalArgumentException("an account needs the field userId");
        if (!users.isThere(userId)) throw new RowNotFoundException("there is no such user", null);
        var name = new Name(account.provider(), account.providerAccountId());
        Key.check(name.provider(), name.id());
        commands.decide(ENLIST, userId, name.provider(), name.id());
        if (!claim(name, userId, account)) {
            delist(userId, name);
            throw new DuplicateKeyException("there is an account of provider " + name.provider() + " already", null);
        }
        return account;
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return Optional.ofNullable(commands.row(SELECT, provider, providerAccountId))
                .map(Accounts::account);
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return getAccount(providerAccountId, provider).map(Account::userId).flatMap(users::getUser);
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return names(userId).stream()
                .flatMap(name -> getAccount(name.id(), name.provider()).stream())
                .filter(account -> userId.equals(account.userId()))
                .toList();
    }

    /** Replaces the fields that are given, but for those that say whose account it is. */
    @Override
    public void updateAccount(Account account) {
        var fields = Members.written(account.claims(), COLUMNS);
        boolean canBe = Key.canBe(account.provider()) && Key.canBe(account.providerAccountId());
        if (fields.isEmpty() || !canBe) return;
        commands.decide(UPDATE, fields, account.provider(), account.providerAccountId());
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        var userId = getAccount(providerAccountId, provider).map(Account::userId);
        if (userId.isPresent()) delete(userId.get(), new Name(provider, providerAccountId));
    }

    void deleteByUser(String userId) {
        for (var name : names(userId)) delete(userId, name);
    }

    private void delete(String userId, Name name) {
        commands.decide(DELETE, name.provider(), name.id(), userId);
        delist(userId, name);
    }

    /** Who has linked it again meanwhile found it on the list; so it comes back onto it. */
    private void delist(String userId, Name name) {
        commands.decide(DELIST, userId, name.provider(), name.id());
        var row = commands.settled(SELECT, name.provider(), name.id());
        if (row != null && userId.equals(row.getString("user_id"))) {
            commands.decide(ENLIST, userId, name.provider(), name.id());
        }
    }

    private List<Name> names(String userId) {
        return commands.rows(LISTED, userId).stream()
                .map(row -> new Name(text(row, "provider"), text(row, "provider_account_id")))
                .toList();
    }

    private boolean claim(Name name, String userId, Account account) {
        var fields = Members.written(account.claims(), COLUMNS);
        for (int i = 0; i < TRIES; i++) {
            var outcome = commands.decide(INSERT, name.provider(), name.id(), userId, account.type(), fields);
            if (outcome.isApplied()) return true;
            if (outcome.isAgain() && outcome.has("user_id", userId)) return true;
            var owner = outcome.text("user_id");
            if (owner == null) continue;
            if (users.isThere(owner)) return false;
            commands.decide(DELETE, name.provider(), name.id(), owner);
        }
        return false;
    }

    private static Account account(Row row) {
        return Account.of(Claims.of("provider", text(row, "provider"))
                .with("providerAccountId", text(row, "provider_account_id"))
                .with("type", text(row, "type"))
                .with("userId", text(row, "user_id"))
                .withAll(Members.read(row.getMap("fields", String.class, String.class))));
    }

    private static String text(Row row, String column) {
        var text = row.getString(column);
        if (text == null) throw new IllegalStateException("an account needs the column " + column);
        return text;
    }
}
