package dev.cardea.testing;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.json.Claims;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
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

    private final OpState state;
    private final List<Request> requests = new ArrayList<>();
    private final OpKeys keys = new OpKeys();
    private final OpAuthorization authorization;
    private final OpTokenEndpoint token;
    private final OpUserInfo userInfo;
    private final OpLogoutToken logoutTokens;
    private final OpEndSession endSession;
    private final List<String> loggedOut = new CopyOnWriteArrayList<>();

    private IdentityProvider(String issuer, Clock clock, Randomness randomness) {
        state = new OpState(issuer);
        var grants = new OpGrants(clock, randomness);
        authorization = new OpAuthorization(state, grants, clock);
        token = new OpTokenEndpoint(state, new OpClientAuth(clock, state.clients), grants, new OpIdToken(clock, keys));
        logoutTokens = new OpLogoutToken(clock, randomness, keys);
        endSession = new OpEndSession(keys, state.clients, this::issuer, loggedOut::add);
        userInfo = new OpUserInfo(state, grants, keys);
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
        state.add(person);
        return this;
    }

    public IdentityProvider client(Client client) {
        state.clients.put(client.id(), client);
        return this;
    }

    /** Signs in this user from now on, without a prompt. */
    public IdentityProvider signsIn(Person person) {
        person(person);
        state.approved = person.sub();
        state.asks = false;
        return this;
    }

    /** Shows a page with all users from now on. */
    public IdentityProvider asksWho() {
        state.asks = true;
        return this;
    }

    /** Misbehaves in exactly these ways from now on; without arguments it behaves correctly. */
    public IdentityProvider fault(Fault... chosen) {
        var all = EnumSet.noneOf(Fault.class);
        all.addAll(List.of(chosen));
        state.faults = Set.copyOf(all);
        return this;
    }

    /** Responds to every authorization request with this error (RFC 6749 §4.1.2.1), until you pass {@code null}. */
    public IdentityProvider answersError(@Nullable String code) {
        state.answeredError = code;
        return this;
    }

    /** Names a session in the ID tokens of sign-ins from now on, until you pass {@code null}. */
    public IdentityProvider session(@Nullable String sid) {
        state.session = sid;
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
        return logoutTokens.claims(state.issuer, clientId, sub, sid);
    }

    /**
     * Signs claims as a logout token.
     *
     * @param header members that replace those of the header, such as {@code typ}; {@code null} removes one
     */
    public String signed(Claims header, Claims claims) {
        return logoutTokens.sign(header, claims.toJson(), state.signingAlgorithm);
    }

    /** @param algorithm {@code RS256}, {@code ES256} or {@code EdDSA} (Ed25519) */
    public IdentityProvider signsWith(String algorithm) {
        if (!OpKeys.ALGORITHMS.contains(algorithm)) throw new IllegalArgumentException(algorithm);
        state.signingAlgorithm = algorithm;
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
        state.issuer = server.url();
        return server;
    }

    public String issuer() {
        return state.issuer;
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
        return state.clients.values().stream()
                .anyMatch(client -> !client.logoutUris().isEmpty());
    }

    /** Returns the errors of clients, oldest first. A test of a client should end without any. */
    public List<String> complaints() {
        return state.complaints();
    }

    @Override
    public Response handle(Request request) {
        synchronized (requests) {
            if (requests.size() == REMEMBERED) requests.remove(0);
            requests.add(request);
        }
        try {
            return switch (path(request)) {
                case OpDiscovery.PATH -> OpDiscovery.answer(state.issuer, endsSessions(), state.faults);
                case "/elsewhere" + OpDiscovery.PATH -> OpDiscovery.answer(state.issuer, endsSessions(), Set.of());
                case OpEndSession.PATH -> endSession.answer(request);
                case "/jwks" -> jwks();
                case "/authorize" -> authorization.answer(request);
                case "/token", "/token/elsewhere" -> token.answer(request);
                case "/userinfo" -> userInfo.answer(request);
                default -> Response.of(404, "text/plain", "not found");
            };
        } catch (OpError e) {
            state.complain(path(request) + ": " + e.description());
            return e.response();
        } catch (IllegalArgumentException e) {
            return Response.of(400, "text/plain", "not a form");
        }
    }

    private Response jwks() {
        if (state.faults.contains(Fault.JWKS_500)) return Response.of(500, "text/html", "<h1>Out of order</h1>");
        if (state.faults.contains(Fault.JWKS_NOT_JSON)) return Response.of(200, "text/html", "<h1>Welcome</h1>");
        return Response.json(200, keys.publish(state.faults));
    }

    /** Returns the path below that of the issuer. */
    private String path(Request request) {
        String base = WebUrl.parse(state.issuer).map(WebUrl::path).orElse("/");
        String path = request.path();
        return base.length() > 1 && path.startsWith(base) ? path.substring(base.length()) : path;
    }
}
