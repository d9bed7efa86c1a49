package dev.cardea.testing;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * An OpenID provider in memory (OpenID Connect Core, Discovery, RP-Initiated and Back-Channel Logout;
 * RFC 6749, 7636, 7523, 9207). It validates the requests
 * of its clients strictly, lists their errors in {@link #complaints}, and misbehaves on request.
 *
 * <pre>{@code
 * var provider = IdentityProvider.at("https://op.example")
 *     .person(Person.of("ada", "Ada Lovelace", "ada@example.com"))
 *     .client(Client.of("app", "secret").redirectUri("https://app.example/auth/callback/op"));
 * }</pre>
 *
 * <p>It signs in the first user without a prompt; {@link #signsIn} selects another, {@link #asksWho} shows a page with
 * all of them. A {@code login_hint} with a user's {@code sub} or address selects too. Safe for concurrent use; the
 * settings apply to authorizations that begin after them.
 */
public final class IdentityProvider implements HttpHandler {
    private static final int REMEMBERED = 10_000;

    private final Map<String, Person> people = new LinkedHashMap<>();
    private final Map<String, Client> clients = new ConcurrentHashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private final List<String> complaints = new ArrayList<>();
    private final OpKeys keys = new OpKeys();
    private final OpAuthorization authorization;
    private final OpTokenEndpoint token;
    private final OpUserInfo userInfo;
    private final OpLogoutToken logoutTokens;
    private final OpEndSession endSession;
    private final List<String> loggedOut = new CopyOnWriteArrayList<>();
    private volatile String issuer;
    private volatile String signingAlgorithm = "RS256";
    private volatile Set<Fault> faults = Set.of();
    private volatile @Nullable String answeredError;
    private volatile @Nullable String approved;
    private volatile @Nullable String session;
    private volatile boolean asks;

    private IdentityProvider(String issuer, Clock clock, Randomness randomness) {
        this.issuer = issuer;
        var grants = new OpGrants(clock, randomness);
        authorization = new OpAuthorization(this, grants, clock);
        token = new OpTokenEndpoint(this, new OpClientAuth(clock, clients), grants, new OpIdToken(clock, keys));
        logoutTokens = new OpLogoutToken(clock, randomness, keys);
        endSession = new OpEndSession(keys, clients, this::issuer, loggedOut::add);
        userInfo = new OpUserInfo(this, grants, keys);
    }

    /** @param issuer an absolute URL without a trailing slash */
    public static IdentityProvider at(String issuer) {
        return at(issuer, Clock.systemUTC(), Randomness.secure());
    }

    public static IdentityProvider at(String issuer, Clock clock, Randomness randomness) {
        return new IdentityProvider(issuer, clock, randomness);
    }

    /** Adds a user, or replaces the one with the same {@code sub}. */
    public IdentityProvider person(Person person) {
        synchronized (people) {
            people.put(person.sub(), person);
        }
        return this;
    }

    public IdentityProvider client(Client client) {
        clients.put(client.id(), client);
        return this;
    }

    /** Signs in this user from now on, without a prompt. */
    public IdentityProvider signsIn(Person person) {
        person(person);
        approved = person.sub();
        asks = false;
        return this;
    }

    /** Shows a page with all users from now on. */
    public IdentityProvider asksWho() {
        asks = true;
        return this;
    }

    /** Misbehaves in exactly these ways from now on; without arguments it behaves correctly. */
    public IdentityProvider fault(Fault... chosen) {
        var all = EnumSet.noneOf(Fault.class);
        all.addAll(List.of(chosen));
        faults = Set.copyOf(all);
        return this;
    }

    /** Responds to every authorization request with this error (RFC 6749 §4.1.2.1), until you pass {@code null}. */
    public IdentityProvider answersError(@Nullable String code) {
        answeredError = code;
        return this;
    }

    /** Names a session in the ID tokens of sign-ins from now on, until you pass {@code null}. */
    public IdentityProvider session(@Nullable String sid) {
        session = sid;
        return this;
    }

    /**
     * Makes a logout token (OpenID Connect Back-Channel Logout, section 2.4), each with its own {@code jti}.
     *
     * @param sub the user who logs out; {@code null} leaves the claim out
     * @param sid the session that ends; {@code null} leaves the claim out
     */
    public String logoutToken(String clientId, @Nullable String sub, @Nullable String sid) {
        return signed(Claims.NONE, logoutClaims(clientId, sub, sid));
    }

    /** Returns the claims of a logout token, for tests that change them. */
    public Claims logoutClaims(String clientId, @Nullable String sub, @Nullable String sid) {
        return logoutTokens.claims(issuer, clientId, sub, sid);
    }

    /**
     * Signs claims as a logout token.
     *
     * @param header members that replace those of the header, such as {@code typ}; {@code null} removes one
     */
    public String signed(Claims header, Claims claims) {
        return logoutTokens.sign(header, claims.toJson(), signingAlgorithm);
    }

    /** @param algorithm {@code RS256}, {@code ES256} or {@code EdDSA} (Ed25519) */
    public IdentityProvider signsWith(String algorithm) {
        if (!OpKeys.ALGORITHMS.contains(algorithm)) throw new IllegalArgumentException(algorithm);
        signingAlgorithm = algorithm;
        return this;
    }

    /** Replaces all keys; issued tokens no longer verify. */
    public IdentityProvider rotateKeys() {
        keys.rotate();
        return this;
    }

    /** Listens on a port of this machine for real browsers; the server's URL becomes the issuer. */
    public LocalServer serve(int port) {
        var server = LocalServer.start(port, this);
        issuer = server.url();
        return server;
    }

    public String issuer() {
        return issuer;
    }

    /** Returns every request so far, oldest first. */
    public List<Request> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    /** Returns the number of requests to a path, such as {@code /jwks}. */
    public long calls(String path) {
        return requests().stream().filter(request -> path(request).equals(path)).count();
    }

    /** Returns the {@code sub} of users who logged out without being asked, oldest first. */
    public List<String> loggedOut() {
        return List.copyOf(loggedOut);
    }

    private boolean endsSessions() {
        return clients.values().stream().anyMatch(client -> !client.logoutUris().isEmpty());
    }

    /** Returns the errors of clients, oldest first. A test of a client should end without any. */
    public List<String> complaints() {
        synchronized (complaints) {
            return List.copyOf(complaints);
        }
    }

    @Override
    public Response handle(Request request) {
        synchronized (requests) {
            if (requests.size() == REMEMBERED) requests.remove(0);
            requests.add(request);
        }
        try {
            return switch (path(request)) {
                case OpDiscovery.PATH -> OpDiscovery.answer(issuer, endsSessions(), faults);
                case "/elsewhere" + OpDiscovery.PATH -> OpDiscovery.answer(issuer, endsSessions(), Set.of());
                case OpEndSession.PATH -> endSession.answer(request);
                case "/jwks" -> jwks();
                case "/authorize" -> authorization.answer(request);
                case "/token", "/token/elsewhere" -> token.answer(request);
                case "/userinfo" -> userInfo.answer(request);
                default -> Response.of(404, "text/plain", "not found");
            };
        } catch (OpError e) {
            complain(path(request) + ": " + e.description());
            return e.response();
        } catch (IllegalArgumentException e) {
            return Response.of(400, "text/plain", "not a form");
        }
    }

    Optional<Client> client(String id) {
        return Optional.ofNullable(clients.get(id));
    }

    List<Person> people() {
        synchronized (people) {
            return List.copyOf(people.values());
        }
    }

    Optional<Person> person(String sub) {
        return people().stream().filter(person -> person.sub().equals(sub)).findFirst();
    }

    /** Returns the user to sign in without a prompt. */
    Optional<Person> approved(@Nullable String loginHint) {
        if (asks) return Optional.empty();
        Collection<Person> all = people();
        return all.stream()
                .filter(person -> person.isNamed(loginHint))
                .findFirst()
                .or(() -> Optional.ofNullable(approved).flatMap(this::person))
                .or(() -> all.stream().findFirst());
    }

    Optional<String> answeredError() {
        return Optional.ofNullable(answeredError);
    }

    Set<Fault> faults() {
        return faults;
    }

    @Nullable String session() {
        return session;
    }

    String signingAlgorithm() {
        return signingAlgorithm;
    }

    void complain(String what) {
        synchronized (complaints) {
            if (complaints.size() == REMEMBERED) complaints.remove(0);
            complaints.add(what);
        }
    }

    private Response jwks() {
        if (faults.contains(Fault.JWKS_500)) return Response.of(500, "text/html", "<h1>Out of order</h1>");
        if (faults.contains(Fault.JWKS_NOT_JSON)) return Response.of(200, "text/html", "<h1>Welcome</h1>");
        return Response.json(200, keys.publish(faults));
    }

    /** Returns the path below that of the issuer. */
    private String path(Request request) {
        String base = WebUrl.parse(issuer).map(WebUrl::path).orElse("/");
        String path = request.path();
        return base.length() > 1 && path.startsWith(base) ? path.substring(base.length()) : path;
    }
}
