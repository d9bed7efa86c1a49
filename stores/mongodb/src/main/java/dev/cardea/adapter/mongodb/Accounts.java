package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Aggregates.lookup;
import static com.mongodb.client.model.Aggregates.match;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/** Accounts. A unique index guarantees one owner per account. An account whose user is deleted can be linked again. */
final class Accounts implements ForwardingAdapter.Accounts {
    private static final List<String> IDENTITY = List.of("id", "provider", "providerAccountId", "userId", "type");
    /** No field of an account; MongoDB puts what it joined there. */
    private static final String JOINED = "cardeaUser";

    private static final int TRIES = 100;

    private final Rows rows;
    private final Users users;
    private final String usersName;

    /** @param usersName the collection of users, to join with */
    Accounts(Rows rows, Users users, String usersName) {
        this.rows = rows;
        this.users = users;
        this.usersName = usersName;
    }

    /** A refused insert ends a transaction, so what is in the way goes before it there. */
    @Override
    public Account linkAccount(Account account) {
        var userId = account.userId();
        if (userId == null) throw new IllegalArgumentException("an account needs the field userId");
        boolean free = isFreeFor(userId, account);
        for (int i = 0; free && i < TRIES; i++) {
            var row = Documents.document(account.claims());
            try {
                rows.insert(row);
                return account(row);
            } catch (Rows.TakenKeyException e) {
                free = !rows.inTransaction() && free(account);
            }
        }
        throw new DuplicateKeyException("there is an account of provider " + account.provider() + " already", null);
    }

    private boolean isFreeFor(String userId, Account account) {
        if (!rows.inTransaction()) {
            if (users.getUser(userId).isEmpty()) throw unknown();
            return true;
        }
        var named = isNamed(account.provider(), account.providerAccountId());
        var found = users.whereThereIs(userId, rows.collection().getNamespace().getCollectionName(), named);
        return found.orElseThrow(Accounts::unknown).isEmpty() || free(account);
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such user", null);
    }

    /** Removes the account in the way, if its user is gone: what a deletion left that was cut off. */
    private boolean free(Account account) {
        var inTheWay = rows.first(isNamed(account.provider(), account.providerAccountId()));
        if (inTheWay.isEmpty()) return true;
        if (users.getUser(Documents.text(inTheWay.get().get(Documents.USER_ID))).isPresent()) return false;
        rows.remove(eq(inTheWay.get().get(Documents.ID)));
        return true;
    }

    @Override
    public Optional<Account> getAccount(String providerAccountId, String provider) {
        return rows.first(isNamed(provider, providerAccountId)).map(Accounts::account);
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return withUser(provider, providerAccountId).map(OwnedAccount::user);
    }

    /**
     * An account and whose it is.
     *
     * @param user {@code null} where the user is gone
     */
    record OwnedAccount(Account account, @Nullable User user) {}

    /** In one round trip. */
    Optional<OwnedAccount> withUser(String provider, String providerAccountId) {
        var join = List.of(
                match(isNamed(provider, providerAccountId)),
                lookup(usersName, Documents.USER_ID, Documents.ID, JOINED));
        return rows.first(join).map(row -> {
            var user = row.getList(JOINED, Document.class).stream().findFirst().map(Users::user);
            row.remove(JOINED);
            return new OwnedAccount(account(row), user.orElse(null));
        });
    }

    @Override
    public List<Account> listAccountsByUserId(String userId) {
        return rows.all(isOf(userId)).stream().map(Accounts::account).toList();
    }

    /** Replaces the fields that are given, but for those that say whose account it is. */
    @Override
    public void updateAccount(Account account) {
        var fields = account.claims();
        for (var name : IDENTITY) fields = fields.without(name);
        var given = Documents.document(fields);
        if (given.isEmpty()) return;
        var ignored =
                rows.change(isNamed(account.provider(), account.providerAccountId()), new Document("$set", given));
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        var ignored = rows.remove(isNamed(provider, providerAccountId));
    }

    void deleteByUser(String userId) {
        rows.removeAll(isOf(userId));
    }

    private static Bson isNamed(String provider, String providerAccountId) {
        return and(eq("provider", provider), eq("providerAccountId", providerAccountId));
    }

    private static Bson isOf(String userId) {
        return eq(Documents.USER_ID, Documents.userId(userId));
    }

    private static Account account(Document row) {
        return Account.of(Documents.claims(row).without("id"));
    }
}
