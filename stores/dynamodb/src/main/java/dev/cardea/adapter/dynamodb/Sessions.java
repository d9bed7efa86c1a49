package dev.cardea.adapter.dynamodb;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.dynamodb.Items.Change;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Sessions, and for each a pointer to its user. DynamoDB deletes both some time after they expire. */
final class Sessions implements ForwardingAdapter.Sessions {
    private static final String PREFIX = "SESSION#";

    private final Items items;
    private final Names names;
    private final Users users;

    Sessions(Items items, Names names, Users users) {
        this.items = items;
        this.names = names;
        this.users = users;
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        var row = item(session);
        var fresh = List.of(
                Change.putNew(key(session.userId(), session.sessionToken()), row),
                Change.putNew(Pointers.session(session.sessionToken()), pointer(row)));
        if (items.together(fresh)) return session(row);
        return items.retry(() -> {
            var pointer = Pointers.session(session.sessionToken());
            // Before it is decided on: who comes in between changes it.
            var pointed = items.get(pointer);
            if (find(session.sessionToken()).isPresent())
                throw new DuplicateKeyException("there is a session already", null);
            var changes = List.of(
                    Change.put(key(session.userId(), session.sessionToken()), null, row),
                    Change.put(pointer, pointed, pointer(row)));
            return items.together(changes) ? Optional.of(session(row)) : Optional.empty();
        });
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String token) {
        return byToken(token)
                .flatMap(session -> users.getUser(session.userId()).map(user -> new SessionAndUser(session, user)));
    }

    private Optional<AdapterSession> byToken(String token) {
        return find(token).map(Sessions::session);
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        String token = change.sessionToken();
        return items.retry(() -> {
            var was = find(token).orElse(null);
            if (was == null) return Optional.of(Optional.<AdapterSession>empty());
            var before = session(was);
            var after = change.applyTo(before);
            var row = new HashMap<>(was);
            row.putAll(item(after));
            if (row.equals(was)) return Optional.of(Optional.of(before));
            var changes = new ArrayList<Change>();
            var key = key(before.userId(), token);
            if (after.userId().equals(before.userId())) changes.add(Change.put(key, was, row));
            else {
                changes.add(Change.delete(key, was));
                changes.add(Change.put(key(after.userId(), token), null, row));
            }
            changes.add(Change.put(Pointers.session(token), pointer(row)));
            return items.together(changes) ? Optional.of(Optional.of(session(row))) : Optional.empty();
        });
    }

    @Override
    public Optional<AdapterSession> deleteSession(String token) {
        return items.retry(() -> {
            var was = find(token).orElse(null);
            if (was == null) return Optional.of(Optional.<AdapterSession>empty());
            var session = session(was);
            var changes =
                    List.of(Change.delete(key(session.userId(), token), was), Change.delete(Pointers.session(token)));
            return items.together(changes) ? Optional.of(Optional.of(session)) : Optional.empty();
        });
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return rows(userId).stream().map(Sessions::session).toList();
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        for (var session : listSessionsByUserId(userId)) {
            if (!session.sessionToken().equals(exceptToken)) deleteSession(session.sessionToken());
        }
    }

    /** What goes with a user. */
    List<Change> deletions(String userId) {
        var changes = new ArrayList<Change>();
        for (var session : listSessionsByUserId(userId)) {
            changes.add(Change.delete(key(userId, session.sessionToken())));
            changes.add(Change.delete(Pointers.session(session.sessionToken())));
        }
        return changes;
    }

    private List<Map<String, AttributeValue>> rows(String userId) {
        return items.all(Users.key(userId).pk(), PREFIX).stream()
                .filter(row -> userId.equals(Attributes.text(row, "userId")))
                .toList();
    }

    /** By its pointer; one that Auth.js began by the index. */
    private Optional<Map<String, AttributeValue>> find(String token) {
        var userId = Attributes.text(items.get(Pointers.session(token)), "userId");
        if (userId != null) {
            var row = items.get(key(userId, token));
            if (row != null) return Optional.of(row);
        }
        return items.indexed(Key.of(PREFIX + token)).stream()
                .map(key -> items.get(key))
                .filter(Objects::nonNull)
                .filter(row -> token.equals(Attributes.text(row, "sessionToken")))
                .findFirst();
    }

    private static Key key(String userId, String token) {
        return new Key(Users.key(userId).pk(), PREFIX + token);
    }

    private Map<String, AttributeValue> item(AdapterSession session) {
        String place = PREFIX + session.sessionToken();
        var item = new HashMap<>(names.place(place, place));
        item.put("sessionToken", AttributeValue.fromS(session.sessionToken()));
        item.put("userId", AttributeValue.fromS(session.userId()));
        item.put(Attributes.EXPIRES, Attributes.seconds(session.expires()));
        item.put("type", AttributeValue.fromS("SESSION"));
        return item;
    }

    private static Map<String, AttributeValue> pointer(Map<String, AttributeValue> row) {
        var pointer = new HashMap<>(Users.pointer(Attributes.required(row, "userId")));
        pointer.put(Attributes.EXPIRES, Objects.requireNonNull(row.get(Attributes.EXPIRES)));
        return pointer;
    }

    private static AdapterSession session(Map<String, AttributeValue> row) {
        return new AdapterSession(
                Attributes.required(row, "sessionToken"), Attributes.required(row, "userId"), Attributes.expires(row));
    }
}
