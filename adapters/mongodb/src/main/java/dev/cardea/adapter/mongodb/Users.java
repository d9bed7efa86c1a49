package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.UserChange;
import dev.cardea.model.User;
import java.util.Optional;
import org.bson.Document;
import org.bson.types.ObjectId;

/** Users. A unique index decides who has an address. */
final class Users {
    private static final String LOCK = "cardeaLock";

    private final Rows rows;

    Users(Rows rows) {
        this.rows = rows;
    }

    User create(User proposal) {
        var row = new Document(Documents.ID, new ObjectId());
        row.putAll(Documents.document(proposal.claims()));
        try {
            rows.insert(row);
        } catch (Rows.Taken e) {
            throw taken();
        }
        return user(row);
    }

    Optional<User> byId(String id) {
        return rows.first(eq(Documents.userId(id))).map(Users::user);
    }

    /** MongoDB takes a partial index only for a query that has the index's own condition in it, word for word. */
    Optional<User> byEmail(String email) {
        return rows.first(and(eq("email", email), MongoIndexes.IS_TEXT)).map(Users::user);
    }

    User update(UserChange change) {
        var fields = Documents.document(change.fields());
        if (fields.isEmpty()) return byId(change.id()).orElseThrow(Users::unknown);
        try {
            return rows.change(eq(Documents.userId(change.id())), new Document("$set", fields))
                    .map(Users::user)
                    .orElseThrow(Users::unknown);
        } catch (Rows.Taken e) {
            throw taken();
        }
    }

    /** A write that changes nothing that shows: of two transactions that write to one row MongoDB ends one. */
    Optional<User> lock(String id) {
        var lock = new Document("$set", new Document(LOCK, new ObjectId()));
        return rows.change(eq(Documents.userId(id)), lock).map(Users::user);
    }

    void delete(String id) {
        rows.remove(eq(Documents.userId(id)));
    }

    static User user(Document row) {
        return User.of(Documents.claims(row).without(LOCK));
    }

    private static DuplicateKeyException taken() {
        return new DuplicateKeyException("there is a user with this e-mail address already", null);
    }

    private static IllegalStateException unknown() {
        return new IllegalStateException("there is no such user");
    }
}
