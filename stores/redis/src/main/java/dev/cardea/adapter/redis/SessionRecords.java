package dev.cardea.adapter.redis;

import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Records of sessions, on lists by user and by what the provider calls them. Redis deletes them some time after they expire. */
final class SessionRecords implements SessionRegistry {
    private static final String USER_ID = "userId";
    private static final Claim<Instant> BEGUN = Claim.time("begun");
    private static final Claim<Instant> SEEN = Claim.time("seen");
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Expiry expiry;
    private final Users users;

    SessionRecords(Commands commands, Keys keys, Expiry expiry, Users users) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.expiry = expiry;
        this.users = users;
    }

    /** Lists, then row: a session that works can be found, and ended. */
    @Override
    public void registerSession(SessionRecord session) {
        enlist(session);
        var key = keys.sessionRecord(session.id());
        if (!rows.putRandom(key, row(session), expiry.keepMillis(session.expires()))) {
            throw new DuplicateKeyException("there is a session record already", null);
        }
    }

    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return byId(id).map(session -> {
            var user = session.isStoredUser() ? users.getUser(session.userId()) : Optional.<User>empty();
            return new RecordAndUser(session, user.orElse(null));
        });
    }

    /** The same in one command, where all keys are in one place. */
    Optional<RecordAndUser> joined(String id) {
        var found = rows.joined(keys.sessionRecord(id), USER_ID, keys.user(""));
        return found.get(0).filter(isNamed(id)).map(SessionRecords::session).map(session -> {
            var user = found.get(1).filter(row -> session.isStoredUser()).filter(Rows.has("id", session.userId()));
            return new RecordAndUser(session, user.map(Users::user).orElse(null));
        });
    }

    private Optional<SessionRecord> byId(String id) {
        return rows.get(keys.sessionRecord(id), isNamed(id)).map(SessionRecords::session);
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
        var isDue = isNamed(id).and(row -> row.get(SEEN).orElseThrow().isBefore(ifBefore));
        var before = rows.get(keys.sessionRecord(id), isDue).map(SessionRecords::session);
        if (before.isEmpty()) return false;
        enlist(before.get().prolonged(seen, expires));
        return rows.change(
                        keys.sessionRecord(id),
                        isDue,
                        row -> row(session(row).prolonged(seen, expires)),
                        row -> expiry.keepMillis(session(row).expires()))
                .isPresent();
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        var ended = new ArrayList<SessionRecord>();
        for (var session : selected(which)) {
            var key = keys.sessionRecord(session.id());
            rows.remove(key, isNamed(session.id())).map(SessionRecords::session).ifPresent(it -> {
                ended.add(it);
                lists(it).forEach(list -> commands.delist(list, it.id()));
            });
        }
        return ended;
    }

    /** For a user who goes: the list goes too. */
    void deleteByUser(String userId) {
        endSessions(SessionSelection.ofUser(userId));
        var list = keys.recordsByUser(SessionSelection.ofUser(userId).userId());
        for (var id : commands.listed(list)) commands.delist(list, id);
    }

    private List<SessionRecord> selected(SessionSelection which) {
        if (which instanceof SessionSelection.One one) {
            return byId(one.id()).filter(which::matches).stream().toList();
        }
        var ids = new LinkedHashSet<String>();
        for (var list : lists(which)) ids.addAll(commands.listed(list));
        var names = ids.stream().map(keys::sessionRecord).toList();
        return rows.all(names, isRecord()).stream()
                .map(SessionRecords::session)
                .filter(which::matches)
                .toList();
    }

    private List<String> lists(SessionSelection which) {
        if (which instanceof SessionSelection.OfUser of) return List.of(keys.recordsByUser(of.userId()));
        var of = (SessionSelection.OfProvider) which;
        var subject = of.sub();
        return subject == null
                ? List.of(keys.recordsBySid(of.provider(), Objects.requireNonNull(of.sid())))
                : List.of(keys.recordsBySub(of.provider(), subject));
    }

    private List<String> lists(SessionRecord session) {
        var lists = new ArrayList<String>();
        lists.add(keys.recordsByUser(session.userId()));
        if (session.providerSub() != null) lists.add(keys.recordsBySub(session.provider(), session.providerSub()));
        if (session.providerSid() != null) lists.add(keys.recordsBySid(session.provider(), session.providerSid()));
        return lists;
    }

    private void enlist(SessionRecord session) {
        for (var list : lists(session)) {
            commands.enlist(list, session.id(), expiry.until(session.expires()), expiry.now());
        }
    }

    private static Claims row(SessionRecord session) {
        return Claims.of("id", session.id())
                .with(USER_ID, session.userId())
                .with("isStoredUser", session.isStoredUser())
                .with("begun", session.begun())
                .with("seen", session.seen())
                .with("expires", session.expires())
                .with("provider", session.provider())
                .withPresent("providerSub", session.providerSub())
                .withPresent("providerSid", session.providerSid())
                .withPresent("client", session.client())
                .withPresent("userAgent", session.userAgent());
    }

    private static Predicate<Claims> isNamed(String id) {
        return isRecord().and(Rows.has("id", id));
    }

    private static Predicate<Claims> isRecord() {
        return row -> row.text("id") != null
                && row.text(USER_ID) != null
                && row.get(BEGUN).isPresent()
                && row.get(SEEN).isPresent()
                && row.get(EXPIRES).isPresent();
    }

    private static SessionRecord session(Claims row) {
        return new SessionRecord(
                Objects.requireNonNull(row.text("id")),
                Objects.requireNonNull(row.text(USER_ID)),
                Boolean.TRUE.equals(row.value("isStoredUser")),
                row.get(BEGUN).orElseThrow(),
                row.get(SEEN).orElseThrow(),
                row.get(EXPIRES).orElseThrow(),
                Objects.requireNonNullElse(row.text("provider"), ""),
                row.text("providerSub"),
                row.text("providerSid"),
                row.text("client"),
                row.text("userAgent"));
    }
}
