package dev.cardea.adapter.cassandra;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.StoreConflictException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sessions, and for each user a list of them. Cassandra deletes them some time after they expire. Rows are written by
 * updates only, so that no empty row remains after its columns.
 */
final class Sessions implements ForwardingAdapter.Sessions {
    private static final String CREATE = "update cardea_session using ttl ? set user_id = ?, expires = ?"
            + " where session_token = ? if user_id = null and expires = null";
    private static final String SELECT = "select user_id, expires from cardea_session where session_token = ?";
    private static final String UPDATE = "update cardea_session using ttl ? set user_id = ?, expires = ?"
            + " where session_token = ? if user_id = ? and expires = ?";
    private static final String DELETE =
            "delete from cardea_session where session_token = ? if user_id = ? and expires = ?";

    private static final String ENLIST =
            "insert into cardea_session_by_user (user_id, session_token) values (?, ?) using ttl ?";
    private static final String LISTED = "select session_token from cardea_session_by_user where user_id = ?";
    private static final String DELIST = "delete from cardea_session_by_user where user_id = ? and session_token = ?";

    private static final int TRIES = 1_000;

    private final Commands commands;
    private final Expiry ends;
    private final Users users;

    Sessions(Commands commands, Expiry ends, Users users) {
        this.commands = commands;
        this.ends = ends;
        this.users = users;
    }

    /** List, then row: a session that works can be found from its user, and ended. */
    @Override
    public AdapterSession createSession(AdapterSession given) {
        Key.check(given.sessionToken(), given.userId());
        var session = new AdapterSession(given.sessionToken(), given.userId(), Expiry.inMillis(given.expires()));
        enlist(session);
        var outcome = commands.decide(
                CREATE, ends.seconds(session.expires()), session.userId(), session.expires(), session.sessionToken());
        boolean isOurs =
                outcome.isApplied() || (outcome.isAgain() && session.equals(session(session.sessionToken(), outcome)));
        if (!isOurs) throw new DuplicateKeyException("there is a session already", null);
        return session;
    }

    /** Two reads by key: Cassandra cannot join. */
    @Override
    public Optional<SessionAndUser> getSessionAndUser(String token) {
        return byToken(token)
                .flatMap(session -> users.getUser(session.userId()).map(user -> new SessionAndUser(session, user)));
    }

    private Optional<AdapterSession> byToken(String token) {
        var row = commands.row(SELECT, token);
        return row == null
                ? Optional.empty()
                : Optional.ofNullable(session(token, row.getString("user_id"), row.getInstant("expires")));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        var before = byToken(change.sessionToken()).orElse(null);
        for (int i = 0; i < TRIES && before != null; i++) {
            var after = apply(before, change);
            if (after.equals(before)) return Optional.of(before);
            enlist(after);
            var outcome = commands.decide(
                    UPDATE,
                    ends.seconds(after.expires()),
                    after.userId(),
                    after.expires(),
                    after.sessionToken(),
                    before.userId(),
                    before.expires());
            if (outcome.isApplied()) {
                if (!after.userId().equals(before.userId())) delist(before);
                return Optional.of(after);
            }
            before = session(change.sessionToken(), outcome);
        }
        if (before != null)
            throw new StoreConflictException("too many requests change the same row at the same time", null);
        return Optional.empty();
    }

    @Override
    public Optional<AdapterSession> deleteSession(String token) {
        var session = byToken(token);
        return session.isEmpty() ? Optional.empty() : delete(session.get());
    }

    /**
     * If the outcome of the first run is unknown and the row is gone, the first run deleted it. Two callers may then
     * both learn of the deletion, which is better than none.
     */
    private Optional<AdapterSession> delete(AdapterSession read) {
        AdapterSession session = read;
        for (int i = 0; i < TRIES; i++) {
            var outcome = commands.decide(DELETE, session.sessionToken(), session.userId(), session.expires());
            var other = outcome.isApplied() ? null : session(session.sessionToken(), outcome);
            if (other == null) {
                delist(session);
                return outcome.isApplied() || outcome.isAgain() ? Optional.of(session) : Optional.empty();
            }
            session = other;
        }
        throw new StoreConflictException("too many requests change the same row at the same time", null);
    }

    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        return tokens(userId).stream()
                .flatMap(token -> byToken(token).stream())
                .filter(session -> session.userId().equals(userId))
                .toList();
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        for (var session : listSessionsByUserId(userId)) {
            if (!session.sessionToken().equals(exceptToken)) delete(session);
        }
    }

    /** For a user who goes: the list goes too. What is on it without a row would otherwise wait for its end. */
    void deleteWithList(String userId) {
        deleteSessionsByUserId(userId, "");
        for (var token : tokens(userId)) commands.write(DELIST, userId, token);
    }

    private List<String> tokens(String userId) {
        return commands.rows(LISTED, userId).stream()
                .map(row -> Objects.requireNonNull(row.getString("session_token")))
                .toList();
    }

    private void enlist(AdapterSession session) {
        commands.write(ENLIST, session.userId(), session.sessionToken(), ends.secondsOfEntry(session.expires()));
    }

    private void delist(AdapterSession session) {
        commands.write(DELIST, session.userId(), session.sessionToken());
    }

    private static AdapterSession apply(AdapterSession session, SessionChange change) {
        var after = change.applyTo(session);
        return new AdapterSession(after.sessionToken(), after.userId(), Expiry.inMillis(after.expires()));
    }

    private static @Nullable AdapterSession session(String token, Commands.Outcome outcome) {
        return session(token, outcome.text("user_id"), outcome.time("expires"));
    }

    private static @Nullable AdapterSession session(String token, @Nullable String userId, @Nullable Instant expires) {
        return userId == null || expires == null ? null : new AdapterSession(token, userId, expires);
    }
}
