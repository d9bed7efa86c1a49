package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.ReturnDocument.AFTER;

import com.mongodb.ErrorCategory;
import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.jspecify.annotations.Nullable;

/**
 * One collection, inside a transaction or outside of one.
 *
 * @param session of the transaction; {@code null} outside of one
 */
record Rows(MongoCollection<Document> collection, @Nullable ClientSession session) {
    /** Something with the same unique fields is there already. */
    static final class TakenKeyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    boolean inTransaction() {
        return session != null;
    }

    Optional<Document> first(Bson filter) {
        return Failures.translate(() -> Optional.ofNullable(
                (session == null ? collection.find(filter) : collection.find(session, filter)).first()));
    }

    List<Document> all(Bson filter) {
        return Failures.translate(() ->
                (session == null ? collection.find(filter) : collection.find(session, filter)).into(new ArrayList<>()));
    }

    List<Document> page(Bson filter, Bson order, int limit) {
        return Failures.translate(() -> (session == null ? collection.find(filter) : collection.find(session, filter))
                .sort(order)
                .limit(limit)
                .into(new ArrayList<>()));
    }

    Optional<Document> first(List<? extends Bson> pipeline) {
        return Failures.translate(() -> Optional.ofNullable(
                (session == null ? collection.aggregate(pipeline) : collection.aggregate(session, pipeline)).first()));
    }

    void insert(Document row) throws TakenKeyException {
        unlessTaken(() -> session == null ? collection.insertOne(row) : collection.insertOne(session, row));
    }

    /** Changes a row and returns it; empty if it is absent. */
    Optional<Document> change(Bson filter, Bson update) throws TakenKeyException {
        var options = new FindOneAndUpdateOptions().returnDocument(AFTER);
        return unlessTaken(() -> Optional.ofNullable(
                session == null
                        ? collection.findOneAndUpdate(filter, update, options)
                        : collection.findOneAndUpdate(session, filter, update, options)));
    }

    /** What was removed; of any number of callers at once one gets it. */
    Optional<Document> remove(Bson filter) {
        return Failures.translate(() -> Optional.ofNullable(
                session == null ? collection.findOneAndDelete(filter) : collection.findOneAndDelete(session, filter)));
    }

    void removeAll(Bson filter) {
        var ignored = Failures.translate(
                () -> session == null ? collection.deleteMany(filter) : collection.deleteMany(session, filter));
    }

    /** The server's message contains the values, and a value may be a user's address. */
    private static <T> T unlessTaken(Supplier<T> write) {
        try {
            return Failures.translate(write);
        } catch (MongoException e) {
            if (ErrorCategory.fromErrorCode(e.getCode()) == ErrorCategory.DUPLICATE_KEY) throw new TakenKeyException();
            throw e;
        }
    }
}
