package dev.cardea.adapter.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.RecordAndUser;
import dev.cardea.adapter.SessionRecord;
import dev.cardea.adapter.SessionRegistry;
import dev.cardea.adapter.SessionSelection;
import dev.cardea.adapter.StoreConflictException;
import dev.cardea.token.Randomness;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of sessions, on lists by user and by what the provider calls them. Cassandra deletes them some time after they
 * expire. Each write of a record leaves a new version, which the next one requires. For an hour, an ended record says who
 * ended it. So a run in doubt recognizes its own write, and each record is ended by one caller.
 */
final class SessionRecords implements SessionRegistry {
    private static final String SELECT = "select user_id, is_stored_user, begun, seen, expires, provider, provider_sub,"
            + " provider_sid, client, user_agent, version from cardea_session_record where id = ?";
    /** All columns, as each expires with the statement that wrote it. */
    private static final String WRITE = "update cardea_session_record using ttl ? set user_id = ?, is_stored_user = ?,"
            + " begun = ?, seen = ?, expires = ?, provider = ?, provider_sub = ?, provider_sid = ?, client = ?,"
            + " user_agent = ?, version = ?, ended_by = null where id = ? if version = ?";

    private static final String END = "update cardea_session_record using ttl ? set user_id = null,"
            + " is_stored_user = null, begun = null, seen = null, expires = null, provider = null, provider_sub = null,"
            + " provider_sid = null, client = null, user_agent = null, version = null, ended_by = ?"
            + " where id = ? if version = ? and ended_by = null";

    private static final String ENLIST = "insert into cardea_session_record_list (list, id) values (?, ?) using ttl ?";
    private static final String LISTED = "select id from cardea_session_record_list where list = ?";
    private static final String DELIST = "delete from cardea_session_record_list where list = ? and id = ?";

    private static final int TRIES = 1_000;

    private record RecordVersion(SessionRecord session, String version) {}

    private final Commands commands;
    private final Expiry ends;
    private final Randomness randomness;
    private final Users users;

    SessionRecords(Commands commands, Expiry ends, Randomness randomness, Users users) {
        this.commands = commands;
        this.ends = ends;
        this.randomness = randomness;
        this.users = users;
    }

    /** Lists, then row: a session that works can be found, and ended. */
    @Override
    public void registerSession(SessionRecord session) {
        Key.check(session.id());
        enlist(session);
        if (!write(session, null)) throw new DuplicateKeyException("there is a session record already", null);
    }

    /** @param before the version that is replaced; {@code null} for none */
    private boolean write(SessionRecord session, @Nullable String before) {
        var version = randomness.uuid();
        var outcome = commands.decide(
                WRITE,
                ends.seconds(session.expires()),
                session.userId(),
                session.isStoredUser(),
                session.begun(),
                session.seen(),
                session.expires(),
                session.provider(),
                session.providerSub(),
                session.providerSid(),
                session.client(),
                session.userAgent(),
                version,
                session.id(),
                before);
        return outcome.isApplied() || outcome.has("version", version);
    }

    /** Two reads by key: Cassandra cannot join. */
    @Override
    public Optional<RecordAndUser> getSessionRecord(String id) {
        return record(id, commands.row(SELECT, id)).map(RecordVersion::session).map(session -> {
            var user = session.isStoredUser() ? users.getUser(session.userId()).orElse(null) : null;
            return new RecordAndUser(session, user);
        });
    }

    @Override
    public List<SessionRecord> listSessionRecords(String userId) {
        return selected(SessionSelection.ofUser(userId)).stream()
                .map(RecordVersion::session)
                .sorted(SessionRecord.SEEN_LAST_FIRST)
                .limit(SessionRecord.MAX_LISTED)
                .toList();
    }

    @Override
    public boolean prolongSession(String id, Instant seen, Instant expires, Instant ifBefore) {
        for (int i = 0; i < TRIES; i++) {
            var found = record(id, commands.settled(SELECT, id));
            if (found.isEmpty() || !found.get().session().seen().isBefore(ifBefore)) return false;
            var prolonged = found.get().session().prolonged(seen, expires);
            enlist(prolonged);
            if (write(prolonged, found.get().version())) return true;
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    @Override
    public List<SessionRecord> endSessions(SessionSelection which) {
        var ended = new ArrayList<SessionRecord>();
        for (var found : selected(which)) end(found).ifPresent(ended::add);
        return ended;
    }

    private Optional<SessionRecord> end(RecordVersion read) {
        var found = Optional.of(read);
        for (int i = 0; i < TRIES && found.isPresent(); i++) {
            var session = found.get().session();
            var ending = randomness.uuid();
            var outcome = commands.decide(
                    END,
                    ends.seconds(ends.now()),
                    ending,
                    session.id(),
                    found.get().version());
            if (outcome.isApplied() || outcome.has("ended_by", ending)) {
                delist(session);
                return Optional.of(session);
            }
            found = record(session.id(), commands.settled(SELECT, session.id()));
        }
        if (found.isPresent())
            throw new StoreConflictException("too many requests change the same row at the same time", null);
        return Optional.empty();
    }

    /** For a user who goes: the list goes too. */
    void deleteByUser(String userId) {
        var all = SessionSelection.ofUser(userId);
        endSessions(all);
        for (var id : ids(list(all))) commands.write(DELIST, list(all), id);
    }

    private List<RecordVersion> selected(SessionSelection which) {
        var ids = which instanceof SessionSelection.One one ? List.of(one.id()) : ids(list(which));
        return ids.stream()
                .flatMap(id -> record(id, commands.row(SELECT, id)).stream())
                .filter(found -> which.matches(found.session()))
                .toList();
    }

    private List<String> ids(String list) {
        return commands.rows(LISTED, list).stream().map(row -> text(row, "id")).toList();
    }

    private void enlist(SessionRecord session) {
        for (var list : lists(session)) {
            commands.write(ENLIST, list, session.id(), ends.secondsOfEntry(session.expires()));
        }
    }

    private void delist(SessionRecord session) {
        for (var list : lists(session)) commands.write(DELIST, list, session.id());
    }

    private static String list(SessionSelection which) {
        if (which instanceof SessionSelection.OfUser of) return ofUser(of.userId());
        var of = (SessionSelection.OfProvider) which;
        var sub = of.sub();
        return sub == null
                ? ofProvider("sid", of.provider(), Objects.requireNonNull(of.sid()))
                : ofProvider("sub", of.provider(), sub);
    }

    private static List<String> lists(SessionRecord session) {
        var lists = new ArrayList<String>();
        lists.add(ofUser(session.userId()));
        if (session.providerSub() != null) lists.add(ofProvider("sub", session.provider(), session.providerSub()));
        if (session.providerSid() != null) lists.add(ofProvider("sid", session.provider(), session.providerSid()));
        return lists;
    }

    private static String ofUser(String userId) {
        return "user:" + userId;
    }

    /** With the length of the provider's name, so that no two pairs make one text. */
    private static String ofProvider(String kind, String provider, String name) {
        return kind + ":" + provider.length() + ":" + provider + ":" + name;
    }

    /** The record, unless it is absent or has ended. */
    private static Optional<RecordVersion> record(String id, @Nullable Row row) {
        var version = row == null ? null : row.getString("version");
        if (row == null || version == null) return Optional.empty();
        var session = new SessionRecord(
                id,
                text(row, "user_id"),
                row.getBoolean("is_stored_user"),
                time(row, "begun"),
                time(row, "seen"),
                time(row, "expires"),
                text(row, "provider"),
                row.getString("provider_sub"),
                row.getString("provider_sid"),
                row.getString("client"),
                row.getString("user_agent"));
        return Optional.of(new RecordVersion(session, version));
    }

    private static String text(Row row, String column) {
        return Objects.requireNonNull(row.getString(column));
    }

    private static Instant time(Row row, String column) {
        return Objects.requireNonNull(row.getInstant(column));
    }
}
