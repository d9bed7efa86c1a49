package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Aggregates.lookup;
import static com.mongodb.client.model.Aggregates.match;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.ne;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Sessions. */
final class Sessions implements ForwardingAdapter.Sessions {
    private static final String TOKEN = "sessionToken";

    private final Rows rows;
    private final String usersName;

    /** @param usersName the collection of users, to join with */
    Sessions(Rows rows, String usersName) {
        this.rows = rows;
        this.usersName = usersName;
    }

    /** Does not ask whether the user is here, because sessions may be kept for users of another store. */
    @Override
    public AdapterSession createSession(AdapterSession session) {
        var row = new Document(TOKEN, session.sessionToken())
                .append(Documents.USER_ID, Documents.userId(session.userId()))
                .append("expires", Documents.date(session.expires()));
        try {
            rows.insert(row);
        } catch (Rows.TakenKeyException e) {
            throw new DuplicateKeyException("there is a session already", null);
        }
        return session(row);
    }

    /** In one round trip. */
    @Override
    public Optional<SessionAndUser> getSessionAndUser(String token) {
        var join = List.of(match(isNamed(token)), lookup(usersName, Documents.USER_ID, Documents.ID, "user"));
        return rows.first(join)
                .flatMap(row -> row.getList("user", Document.class).stream()
                        .findFirst()
                        .map(user -> new SessionAndUser(session(row), Users.user(user))));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        var fields = new Document();
        change.expires().ifPresent(it -> fields.put("expires", Documents.date(it)));
        change.userId().ifPresent(it -> fields.put(Documents.USER_ID, Documents.userId(it)));
        var named = isNamed(change.sessionToken());
        return (fields.isEmpty() ? rows.first(named) : rows.change(named, new Document("$set", fields)))
                .map(Sessions::session);
    }

    @Override
    public Optional<AdapterSession> deleteSession(String token) {
        return rows.remove(isNamed(token)).map(Sessions::session);
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return rows.all(isOf(userId)).stream().map(Sessions::session).toList();
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        rows.removeAll(and(isOf(userId), ne(TOKEN, exceptToken)));
    }

    private static Bson isNamed(String token) {
        return eq(TOKEN, token);
    }

    private static Bson isOf(String userId) {
        return eq(Documents.USER_ID, Documents.userId(userId));
    }

    private static AdapterSession session(Document row) {
        return new AdapterSession(
                row.getString(TOKEN),
                Documents.text(row.get(Documents.USER_ID)),
                Objects.requireNonNull(row.getDate("expires"), "a session needs the field expires")
                        .toInstant());
    }
}
