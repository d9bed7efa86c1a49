package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.dynamodb.Items.Change;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Records of sessions, and for each an entry in the list of its user, and of what the provider calls it. DynamoDB deletes
 * them some time after they expire.
 */
final class SessionRecords implements SessionRegistry {
    private static final String BEGUN = "begun";
    private static final String SEEN = "seen";

    private final Items items;
    private final Users users;

    SessionRecords(Items items, Users users) {
        this.items = items;
        this.users = users;
    }

    @Override
    public void registerSession(SessionRecord session) {
        var key = key(session.id());
        var row = row(session);
        var fresh = new ArrayList<Change>();
        fresh.add(Change.putNew(key, row));
        fresh.addAll(entries(session));
        if (items.together(fresh)) return;
        items.retry(() -> {
            if (items.get(key) != null) throw new DuplicateKeyException("there is a session record already", null);
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key, null, row));
            changes.addAll(entries(session));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        var row = items.get(key(id));
        if (row == null) return Optional.empty();
        var session = session(row);
        var user = session.isStoredUser() ? users.getUser(session.userId()).orElse(null) : null;
        return Optional.of(new RecordAndUser(session, user));
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return selected(SessionSelection.ofUser(userId)).stream()
                .sorted(SessionRecord.SEEN_LAST_FIRST)
                .limit(SessionRecord.MAX_LISTED)
                .toList();
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        var key = key(id);
        return items.retry(() -> {
            var was = items.get(key);
            if (was == null || !session(was).seen().isBefore(ifBefore)) return Optional.of(false);
            var session = session(was).prolonged(seen, expires);
            var changes = new ArrayList<Change>();
            changes.add(Change.put(key, was, row(session)));
            changes.addAll(entries(session));
            return items.together(changes) ? Optional.of(true) : Optional.empty();
        });
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        var ended = new ArrayList<SessionRecord>();
        for (var session : selected(which)) end(session.id()).ifPresent(ended::add);
        return ended;
    }

    private Optional<SessionRecord> end(String id) {
        var key = key(id);
        return items.retry(() -> {
            var was = items.get(key);
            if (was == null) return Optional.of(Optional.<SessionRecord>empty());
            var session = session(was);
            var changes = new ArrayList<Change>();
            changes.add(Change.delete(key, was));
            for (var list : lists(session)) changes.add(Change.delete(new Key(list, id)));
            return items.together(changes) ? Optional.of(Optional.of(session)) : Optional.empty();
        });
    }

    private List<SessionRecord> selected(SessionSelection which) {
        if (which instanceof SessionSelection.One one) {
            var row = items.get(key(one.id()));
            return row == null
                    ? List.of()
                    : List.of(session(row)).stream().filter(which::matches).toList();
        }
        var all = new ArrayList<SessionRecord>();
        for (var entry : items.all(list(which), "")) {
            var row = items.get(key(Attributes.required(entry, "id")));
            if (row != null && which.matches(session(row))) all.add(session(row));
        }
        return all;
    }

    private static String list(SessionSelection which) {
        if (which instanceof SessionSelection.OfUser of) return ofUser(of.userId());
        var of = (SessionSelection.OfProvider) which;
        var sub = of.sub();
        return sub == null
                ? ofProvider("SID", of.provider(), Objects.requireNonNull(of.sid()))
                : ofProvider("SUB", of.provider(), sub);
    }

    private static List<String> lists(SessionRecord session) {
        var lists = new ArrayList<String>();
        lists.add(ofUser(session.userId()));
        if (session.providerSub() != null) lists.add(ofProvider("SUB", session.provider(), session.providerSub()));
        if (session.providerSid() != null) lists.add(ofProvider("SID", session.provider(), session.providerSid()));
        return lists;
    }

    private static String ofUser(String userId) {
        return "CARDEA#RECORDS#USER#" + userId;
    }

    private static String ofProvider(String kind, String provider, String name) {
        return "CARDEA#RECORDS#" + kind + "#" + provider.length() + "#" + provider + "#" + name;
    }

    private static Key key(String id) {
        return Key.of("CARDEA#RECORD#" + id);
    }

    private static List<Change> entries(SessionRecord session) {
        var entry = Map.of(
                "id", AttributeValue.fromS(session.id()), Attributes.EXPIRES, Attributes.seconds(session.expires()));
        return lists(session).stream()
                .map(list -> Change.put(new Key(list, session.id()), entry))
                .toList();
    }

    private static Map<String, AttributeValue> row(SessionRecord session) {
        var row = new HashMap<String, AttributeValue>();
        row.put("id", AttributeValue.fromS(session.id()));
        row.put("userId", AttributeValue.fromS(session.userId()));
        row.put("isStoredUser", AttributeValue.fromBool(session.isStoredUser()));
        row.put(BEGUN, Attributes.seconds(session.begun()));
        row.put(SEEN, Attributes.seconds(session.seen()));
        row.put(Attributes.EXPIRES, Attributes.seconds(session.expires()));
        row.put("provider", AttributeValue.fromS(session.provider()));
        put(row, "providerSub", session.providerSub());
        put(row, "providerSid", session.providerSid());
        put(row, "client", session.client());
        put(row, "userAgent", session.userAgent());
        row.put("type", AttributeValue.fromS("CARDEA"));
        return row;
    }

    private static void put(Map<String, AttributeValue> row, String name, @Nullable String value) {
        if (value != null) row.put(name, AttributeValue.fromS(value));
    }

    private static SessionRecord session(Map<String, AttributeValue> row) {
        var isStored = row.get("isStoredUser");
        return new SessionRecord(
                Attributes.required(row, "id"),
                Attributes.required(row, "userId"),
                isStored != null && Boolean.TRUE.equals(isStored.bool()),
                Attributes.time(row, BEGUN),
                Attributes.time(row, SEEN),
                Attributes.expires(row),
                Attributes.required(row, "provider"),
                Attributes.text(row, "providerSub"),
                Attributes.text(row, "providerSid"),
                Attributes.text(row, "client"),
                Attributes.text(row, "userAgent"));
    }
}
