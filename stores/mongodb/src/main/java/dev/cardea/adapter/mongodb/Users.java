package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Aggregates.lookup;
import static com.mongodb.client.model.Aggregates.match;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.or;
import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Sorts.ascending;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.RowNotFoundException;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.UserPage;
import dev.cardea.model.User;
import java.util.List;
import java.util.Optional;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.ObjectId;

/** Users. A unique index decides who has an address. */
final class Users implements ForwardingAdapter.Users {
    private static final String JOINED = "cardeaFound";
    private static final String LOCK = "cardeaLock";

    private final Rows rows;

    Users(Rows rows) {
        this.rows = rows;
    }

    @Override
    public User createUser(User proposal) {
        var row = new Document(Documents.ID, new ObjectId());
        row.putAll(Documents.document(proposal.claims()));
        try {
            rows.insert(row);
        } catch (Rows.TakenKeyException e) {
            throw duplicateEmail();
        }
        return user(row);
    }

    @Override
    public Optional<User> getUser(String id) {
        return rows.first(eq(Documents.userId(id))).map(Users::user);
    }

    /** MongoDB takes a partial index only for a query that has the index's own condition in it, word for word. */
    @Override
    public Optional<User> getUserByEmail(String email) {
        return rows.first(and(eq("email", email), MongoIndexes.IS_TEXT)).map(Users::user);
    }

    @Override
    public User updateUser(UserChange change) {
        var fields = Documents.document(change.fields());
        if (fields.isEmpty()) return getUser(change.id()).orElseThrow(Users::unknown);
        try {
            return rows.change(eq(Documents.userId(change.id())), new Document("$set", fields))
                    .map(Users::user)
                    .orElseThrow(Users::unknown);
        } catch (Rows.TakenKeyException e) {
            throw duplicateEmail();
        }
    }

    /** MongoDB compares ids of one type only, and sorts texts before ObjectIds. */
    List<User> list(UserPage page) {
        var isObjectId = type(Documents.ID, BsonType.OBJECT_ID);
        var last = Documents.userId(page.afterId());
        var following = gt(Documents.ID, last);
        var filter = last instanceof ObjectId
                ? and(isObjectId, following)
                : or(and(type(Documents.ID, BsonType.STRING), following), isObjectId);
        return rows.page(filter, ascending(Documents.ID), page.limit()).stream()
                .map(Users::user)
                .toList();
    }

    /**
     * What another collection has, in the same round trip as the question whether there is such a user.
     *
     * @return empty where there is no such user
     */
    Optional<List<Document>> whereThereIs(String id, String collection, Bson filter) {
        var join = List.of(match(eq(Documents.userId(id))), lookup(collection, List.of(match(filter)), JOINED));
        return rows.first(join).map(row -> row.getList(JOINED, Document.class));
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

    private static DuplicateKeyException duplicateEmail() {
        return new DuplicateKeyException("there is a user with this email address already", null);
    }

    private static RowNotFoundException unknown() {
        return new RowNotFoundException("there is no such user", null);
    }
}
