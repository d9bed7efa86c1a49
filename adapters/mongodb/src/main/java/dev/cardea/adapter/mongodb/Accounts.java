package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.model.Account;
import java.util.List;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Accounts. A unique index decides whose one is. An account whose user is gone is free to be linked again. */
final class Accounts {
    private static final List<String> IDENTITY = List.of("id", "provider", "providerAccountId", "userId", "type");
    private static final int TRIES = 100;

    private final Rows rows;
    private final Users users;

    Accounts(Rows rows, Users users) {
        this.rows = rows;
        this.users = users;
    }

    /** A refused insert ends a transaction, so what is in the way goes before it there. */
    Account link(Account account) {
        var userId = account.userId();
        if (userId == null) throw new IllegalArgumentException("an account needs the field userId");
        if (users.byId(userId).isEmpty()) throw new IllegalStateException("there is no such user");
        boolean free = !rows.inTransaction() || free(account);
        for (int i = 0; free && i < TRIES; i++) {
            var row = Documents.document(account.claims());
            try {
                rows.insert(row);
                return account(row);
            } catch (Rows.Taken e) {
                free = !rows.inTransaction() && free(account);
            }
        }
        throw new DuplicateKeyException("there is an account of provider " + account.provider() + " already", null);
    }

    /** Removes the account in the way, if its user is gone: what a deletion left that was cut off. */
    private boolean free(Account account) {
        var inTheWay = rows.first(isNamed(account.provider(), account.providerAccountId()));
        if (inTheWay.isEmpty()) return true;
        if (users.byId(Documents.text(inTheWay.get().get(Documents.USER_ID))).isPresent()) return false;
        rows.remove(eq(inTheWay.get().get(Documents.ID)));
        return true;
    }

    Optional<Account> byName(String provider, String providerAccountId) {
        return rows.first(isNamed(provider, providerAccountId)).map(Accounts::account);
    }

    List<Account> byUser(String userId) {
        return rows.all(isOf(userId)).stream().map(Accounts::account).toList();
    }

    /** Replaces the fields that are given, but for those that say whose account it is. */
    void update(Account account) {
        var fields = account.claims();
        for (var name : IDENTITY) fields = fields.without(name);
        var given = Documents.document(fields);
        if (given.isEmpty()) return;
        var ignored =
                rows.change(isNamed(account.provider(), account.providerAccountId()), new Document("$set", given));
    }

    void unlink(String provider, String providerAccountId) {
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
