package dev.cardea.it.reference;

import dev.cardea.adapter.AdapterSession;
import dev.cardea.adapter.SessionAdapter;
import dev.cardea.adapter.SessionAndUser;
import dev.cardea.adapter.SessionChange;
import dev.cardea.adapter.UserAdapter;
import dev.cardea.adapter.UserChange;
import dev.cardea.adapter.VerificationToken;
import dev.cardea.adapter.VerificationTokenAdapter;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** An adapter with only the methods of Auth.js, whose rows a test can set and read; tables.mjs is its twin. */
final class Tables implements UserAdapter, SessionAdapter, VerificationTokenAdapter {
    private final List<User> users = new ArrayList<>();
    private final List<Account> accounts = new ArrayList<>();
    private final List<AdapterSession> sessions = new ArrayList<>();
    private final List<VerificationToken> tokens = new ArrayList<>();

    void load(Claims seed) {
        users.clear();
        accounts.clear();
        sessions.clear();
        tokens.clear();
        rows(seed, "users").forEach(row -> users.add(User.of(dated(row, "emailVerified"))));
        rows(seed, "accounts").forEach(row -> accounts.add(Account.of(row)));
        rows(seed, "sessions")
                .forEach(row -> sessions.add(new AdapterSession(
                        row.text("sessionToken"),
                        row.text("userId"),
                        row.get(Claim.time("expires")).orElseThrow())));
        rows(seed, "tokens")
                .forEach(row -> tokens.add(new VerificationToken(
                        row.text("identifier"),
                        row.text("token"),
                        row.get(Claim.time("expires")).orElseThrow())));
    }

    Claims dump() {
        return Claims.of("users", users.stream().map(User::claims).toList())
                .with("accounts", accounts.stream().map(Account::claims).toList())
                .with("sessions", sessions.stream().map(AdapterSession::claims).toList())
                .with(
                        "tokens",
                        tokens.stream()
                                .map(t -> Claims.of("identifier", t.identifier())
                                        .with("token", t.token())
                                        .with("expires", t.expires()))
                                .toList());
    }

    private static List<Claims> rows(Claims seed, String table) {
        return seed.get(Claim.list(table)).orElse(List.of()).stream()
                .map(row -> row instanceof Claims claims ? claims : Claims.of((Map<?, ?>) row))
                .toList();
    }

    private static Claims dated(Claims row, String name) {
        return row.value(name) == null
                ? row
                : row.with(name, row.get(Claim.time(name)).orElseThrow());
    }

    @Override
    public User createUser(User user) {
        var stored = User.of(user.claims().with("id", UUID.randomUUID().toString()));
        users.add(stored);
        return stored;
    }

    @Override
    public Optional<User> getUser(String id) {
        return users.stream().filter(user -> id.equals(user.id())).findFirst();
    }

    @Override
    public Optional<User> getUserByEmail(String email) {
        return users.stream().filter(user -> email.equals(user.email())).findFirst();
    }

    @Override
    public Optional<User> getUserByAccount(String provider, String providerAccountId) {
        return accounts.stream()
                .filter(a ->
                        a.provider().equals(provider) && a.providerAccountId().equals(providerAccountId))
                .findFirst()
                .flatMap(a -> getUser(a.userId()));
    }

    @Override
    public User updateUser(UserChange change) {
        var before = getUser(change.id()).orElseThrow();
        var after = User.of(before.claims().withAll(change.fields()));
        users.replaceAll(user -> user == before ? after : user);
        return after;
    }

    @Override
    public void deleteUser(String userId) {
        users.removeIf(user -> userId.equals(user.id()));
    }

    @Override
    public Account linkAccount(Account account) {
        accounts.add(account);
        return account;
    }

    @Override
    public void unlinkAccount(String provider, String providerAccountId) {
        throw new UnsupportedOperationException("nothing here unlinks");
    }

    @Override
    public AdapterSession createSession(AdapterSession session) {
        sessions.add(session);
        return session;
    }

    @Override
    public Optional<SessionAndUser> getSessionAndUser(String sessionToken) {
        return session(sessionToken)
                .map(s -> new SessionAndUser(s, getUser(s.userId()).orElseThrow()));
    }

    @Override
    public Optional<AdapterSession> updateSession(SessionChange change) {
        var before = session(change.sessionToken());
        var after = before.map(change::applyTo);
        sessions.replaceAll(s -> before.filter(s::equals).isPresent() ? after.get() : s);
        return after;
    }

    @Override
    public Optional<AdapterSession> deleteSession(String sessionToken) {
        var row = session(sessionToken);
        row.ifPresent(sessions::remove);
        return row;
    }

    private Optional<AdapterSession> session(String sessionToken) {
        return sessions.stream()
                .filter(s -> s.sessionToken().equals(sessionToken))
                .findFirst();
    }

    @Override
    public VerificationToken createVerificationToken(VerificationToken token) {
        tokens.add(token);
        return token;
    }

    @Override
    public Optional<VerificationToken> useVerificationToken(String identifier, String token) {
        var row = tokens.stream()
                .filter(t -> t.token().equals(token)
                        && (identifier == null || t.identifier().equals(identifier)))
                .findFirst();
        row.ifPresent(tokens::remove);
        return row;
    }
}
