package dev.cardea.adapter.mongodb;

import static com.mongodb.client.model.Aggregates.lookup;
import static com.mongodb.client.model.Aggregates.match;
import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.in;
import static com.mongodb.client.model.Filters.lt;
import static com.mongodb.client.model.Filters.ne;
import static com.mongodb.client.model.Sorts.ascending;
import static com.mongodb.client.model.Sorts.descending;
import static com.mongodb.client.model.Sorts.orderBy;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/** Records of sessions; their id is that of the document. */
final class SessionRecords implements SessionRegistry {
    private final Rows rows;
    private final String usersName;

    /** @param usersName the collection of users, to join with */
    SessionRecords(Rows rows, String usersName) {
        this.rows = rows;
        this.usersName = usersName;
    }

    @Override
    public void registerSession(SessionRecord session) {
        try {
            rows.insert(row(session));
        } catch (Rows.TakenKeyException e) {
            throw new DuplicateKeyException("there is a session record already", null);
        }
    }

    /** In one round trip. */
    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        var join = List.of(match(isNamed(id)), lookup(usersName, Documents.USER_ID, Documents.ID, "user"));
        return rows.first(join)
                .map(row -> new RecordAndUser(
                        session(row),
                        row.getList("user", Document.class).stream()
                                .findFirst()
                                .map(Users::user)
                                .orElse(null)));
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        var order = orderBy(descending("seen"), ascending(Documents.ID));
        return rows.page(filter(SessionSelection.ofUser(userId)), order, SessionRecord.MAX_LISTED).stream()
                .map(SessionRecords::session)
                .toList();
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        var fields = new Document("seen", Documents.date(seen)).append("expires", Documents.date(expires));
        return rows.change(and(isNamed(id), lt("seen", Documents.date(ifBefore))), new Document("$set", fields))
                .isPresent();
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        var ended = new ArrayList<SessionRecord>();
        for (var row : rows.all(filter(which))) {
            rows.remove(isNamed(session(row).id())).map(SessionRecords::session).ifPresent(ended::add);
        }
        return ended;
    }

    private static Bson isNamed(String id) {
        return eq(Documents.ID, id);
    }

    private static Bson filter(SessionSelection which) {
        if (which instanceof SessionSelection.One one) {
            var user = one.userId();
            return user == null ? isNamed(one.id()) : and(isNamed(one.id()), isOf(user));
        }
        if (which instanceof SessionSelection.OfUser of) {
            var except = of.exceptId();
            return except == null ? isOf(of.userId()) : and(isOf(of.userId()), ne(Documents.ID, except));
        }
        var of = (SessionSelection.OfProvider) which;
        var all = new ArrayList<Bson>(List.of(eq("provider", of.provider())));
        if (of.sub() != null) all.add(eq("providerSub", of.sub()));
        // A null finds documents without the field.
        if (of.sid() != null)
            all.add(of.sub() == null ? eq("providerSid", of.sid()) : in("providerSid", Arrays.asList(of.sid(), null)));
        return and(all);
    }

    private static Bson isOf(String userId) {
        return eq(Documents.USER_ID, Documents.userId(userId));
    }

    private static Document row(SessionRecord session) {
        var row = new Document(Documents.ID, session.id())
                .append(Documents.USER_ID, Documents.userId(session.userId()))
                .append("isStoredUser", session.isStoredUser())
                .append("begun", Documents.date(session.begun()))
                .append("seen", Documents.date(session.seen()))
                .append("expires", Documents.date(session.expires()))
                .append("provider", session.provider());
        if (session.providerSub() != null) row.append("providerSub", session.providerSub());
        if (session.providerSid() != null) row.append("providerSid", session.providerSid());
        if (session.client() != null) row.append("client", session.client());
        if (session.userAgent() != null) row.append("userAgent", session.userAgent());
        return row;
    }

    private static SessionRecord session(Document row) {
        return new SessionRecord(
                row.getString(Documents.ID),
                Documents.text(row.get(Documents.USER_ID)),
                row.getBoolean("isStoredUser", false),
                time(row, "begun"),
                time(row, "seen"),
                time(row, "expires"),
                Objects.requireNonNullElse(row.getString("provider"), ""),
                row.getString("providerSub"),
                row.getString("providerSid"),
                row.getString("client"),
                row.getString("userAgent"));
    }

    private static Instant time(Document row, String field) {
        return Objects.requireNonNull(row.getDate(field), "a session record needs its times")
                .toInstant();
    }
}
