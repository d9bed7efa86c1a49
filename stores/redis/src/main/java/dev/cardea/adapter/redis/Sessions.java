package dev.cardea.adapter.redis;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.DuplicateKeyException;
import dev.cardea.adapter.ForwardingAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Sessions, and for each user a list of them. Redis deletes them some time after they expire. */
final class Sessions implements ForwardingAdapter.Sessions {
    private static final Claim<Instant> EXPIRES = Claim.time("expires");

    private final Commands commands;
    private final Rows rows;
    private final Keys keys;
    private final Expiry expiry;
    private final Users users;

    Sessions(Commands commands, Keys keys, Expiry expiry, Users users) {
        this.commands = commands;
        this.rows = new Rows(commands);
        this.keys = keys;
        this.expiry = expiry;
        this.users = users;
    }

    /**
     * List, then row: a session that works can be found from its user, and ended. Does not ask whether the user is here,
     * because sessions may be kept for users of another store.
     */
    @Override
    public AdapterSession createSession(AdapterSession given) {
        var session = new AdapterSession(given.sessionToken(), given.userId(), Expiry.inMillis(given.expires()));
        String key = keys.session(session.sessionToken());
        enlist(session);
        if (!rows.putRandom(key, session.claims(), expiry.keepMillis(session.expires()))) {
            throw new DuplicateKeyException("there is a session already", null);
        }
        commands.put(keys.lastSession(session.userId()), key, expiry.keepMillis(session.expires()));
        return session;
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String token) {
        return byToken(token)
                .flatMap(session -> users.getUser(session.userId()).map(user -> new SessionAndUser(session, user)));
    }

    private Optional<AdapterSession> byToken(String token) {
        return rows.get(keys.session(token), isNamed(token)).map(Sessions::session);
    }

    /** A session that another program created is on no list; it comes onto one here. */
    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        String token = change.sessionToken();
        var before = byToken(token);
        if (before.isEmpty() || change.equals(SessionChange.of(token))) return before;
        enlist(apply(before.get(), change));
        var after = rows.change(
                        keys.session(token),
                        isNamed(token),
                        row -> row.withAll(apply(session(row), change).claims()),
                        row -> expiry.keepMillis(session(row).expires()))
                .map(Sessions::session);
        String owner = before.get().userId();
        if (after.isPresent() && !owner.equals(after.get().userId())) commands.delist(keys.sessions(owner), token);
        return after;
    }

    @Override
    public Optional<AdapterSession> deleteSession(String token) {
        String key = keys.session(token);
        var session = rows.remove(key, isNamed(token)).map(Sessions::session);
        session.ifPresent(it -> {
            commands.delist(keys.sessions(it.userId()), token);
            commands.remove(keys.lastSession(it.userId()), key);
        });
        return session;
    }

    /** Of the sessions that another program created, those that were refreshed here, and the last. */
    @Override
    public List<AdapterSession> listSessionsByUserId(String userId) {
        var names = new LinkedHashSet<>(commands.listed(keys.sessions(userId)).stream()
                .map(keys::session)
                .toList());
        var last = commands.get(keys.lastSession(userId));
        if (last != null && last.startsWith(keys.session(""))) names.add(last);
        return rows.all(List.copyOf(names), isSession().and(Rows.has("userId", userId))).stream()
                .map(Sessions::session)
                .toList();
    }

    @Override
    public void deleteSessionsByUserId(String userId, String exceptToken) {
        for (var session : listSessionsByUserId(userId)) {
            if (!session.sessionToken().equals(exceptToken)) deleteSession(session.sessionToken());
        }
    }

    /** For a user who goes: the list goes too. What is on it without a row would otherwise wait for its end. */
    void deleteWithList(String userId) {
        deleteSessionsByUserId(userId, "");
        for (var token : commands.listed(keys.sessions(userId))) commands.delist(keys.sessions(userId), token);
        var last = commands.get(keys.lastSession(userId));
        if (last != null) commands.remove(keys.lastSession(userId), last);
    }

    private void enlist(AdapterSession session) {
        commands.enlist(
                keys.sessions(session.userId()), session.sessionToken(), expiry.until(session.expires()), expiry.now());
    }

    private static AdapterSession apply(AdapterSession session, SessionChange change) {
        var after = change.applyTo(session);
        return new AdapterSession(after.sessionToken(), after.userId(), Expiry.inMillis(after.expires()));
    }

    private static Predicate<Claims> isNamed(String token) {
        return isSession().and(Rows.has("sessionToken", token));
    }

    private static Predicate<Claims> isSession() {
        return row -> row.text("sessionToken") != null
                && row.text("userId") != null
                && row.get(EXPIRES).isPresent();
    }

    private static AdapterSession session(Claims row) {
        return new AdapterSession(
                Objects.requireNonNull(row.text("sessionToken")),
                Objects.requireNonNull(row.text("userId")),
                row.get(EXPIRES).orElseThrow());
    }
}
