package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Filters.type;
import static com.mongodb.client.model.Indexes.ascending;

import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonType;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * The indexes without which two at once could make two users of one address. Auth.js makes none, so they are made on
 * request only, and fail where the data is against them already.
 */
final class MongoIndexes {
    /** How long an expired row is kept, so that "expired" stays distinguishable from "never existed". */
    private static final long GRACE_HOURS = 1;

    /** The users that the unique index on addresses is about. */
    static final Bson IS_TEXT = type("email", BsonType.STRING);

    private record Index(String collection, String name, Bson keys, IndexOptions options) {
        String qualified() {
            return collection + "." + name;
        }
    }

    private final MongoDatabase database;
    private final List<Index> all;

    private MongoIndexes(MongoDatabase database, Names names) {
        this.database = database;
        all = List.of(
                unique(names.users(), "email", new IndexOptions().partialFilterExpression(IS_TEXT)),
                unique(names.accounts(), "provider_providerAccountId", new IndexOptions()),
                plain(names.accounts(), "userId"),
                unique(names.sessions(), "sessionToken", new IndexOptions()),
                plain(names.sessions(), "userId"),
                ends(names.sessions(), GRACE_HOURS),
                unique(names.verificationTokens(), "identifier_token", new IndexOptions()),
                ends(names.verificationTokens(), GRACE_HOURS),
                unique(names.authenticators(), "credentialID", new IndexOptions()),
                plain(names.authenticators(), "userId"),
                ends(names.usedTokens(), 0),
                plain(names.sessionRecords(), "userId"),
                plain(names.sessionRecords(), "provider_providerSid"),
                plain(names.sessionRecords(), "provider_providerSub"),
                ends(names.sessionRecords(), GRACE_HOURS),
                plain(names.records(), "userId"),
                ends(names.records(), GRACE_HOURS));
    }

    static MongoIndexes of(MongoDatabase database, Names names) {
        return new MongoIndexes(database, names);
    }

    /** All, as {@code collection.name}. */
    List<String> names() {
        return all.stream().map(Index::qualified).toList();
    }

    /** Those that are not there, as {@code collection.name}. */
    List<String> missing() {
        var missing = new ArrayList<String>();
        for (var index : all) if (!isThere(index)) missing.add(index.qualified());
        return missing;
    }

    /**
     * Makes those that are missing.
     *
     * @param log hears a line for each
     * @throws com.mongodb.MongoException where rows that are there contradict one; the message names it
     */
    void create(Consumer<String> log) {
        for (var index : all) {
            if (isThere(index)) continue;
            database.getCollection(index.collection()).createIndex(index.keys(), index.options());
            log.accept("created the index " + index.name() + " of " + index.collection());
        }
    }

    private boolean isThere(Index index) {
        for (var found : database.getCollection(index.collection()).listIndexes()) {
            if (index.name().equals(found.getString("name")) || does(found, index)) return true;
        }
        return false;
    }

    /** Whether an existing index of another tool serves: MongoDB would reject a second one of the same kind. */
    private static boolean does(Document found, Index index) {
        var wanted = List.copyOf(index.keys().toBsonDocument().keySet());
        return wanted.equals(List.copyOf(found.get("key", Document.class).keySet()))
                && (!index.options().isUnique() || Boolean.TRUE.equals(found.get("unique")))
                && (index.options().getExpireAfter(TimeUnit.SECONDS) == null
                        || found.get("expireAfterSeconds") != null);
    }

    private static Index unique(String collection, String fields, IndexOptions options) {
        String name = "cardea_" + fields;
        return new Index(
                collection,
                name,
                ascending(fields.split("_")),
                options.unique(true).name(name));
    }

    private static Index plain(String collection, String fields) {
        String name = "cardea_" + fields;
        return new Index(collection, name, ascending(fields.split("_")), new IndexOptions().name(name));
    }

    private static Index ends(String collection, long hours) {
        var options = new IndexOptions().name("cardea_expires").expireAfter(hours, TimeUnit.HOURS);
        return new Index(collection, "cardea_expires", ascending("expires"), options);
    }
}
