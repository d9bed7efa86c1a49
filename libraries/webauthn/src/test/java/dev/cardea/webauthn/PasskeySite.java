package dev.cardea.webauthn;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.limit.RateLimits;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Origins;
import dev.cardea.token.Randomness;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** A site where people sign in with passkeys, and a browser in front of it. */
final class PasskeySite {
    static final String APP = "https://app.example";
    static final String OP = "https://op.example";

    final FakeClock clock = FakeClock.at("2026-05-01T12:00:00Z");
    final List<AuthException> log = new CopyOnWriteArrayList<>();
    final List<String> warnings = new CopyOnWriteArrayList<>();
    final Auth auth;
    final Browser browser;
    final InMemoryAdapter adapter;
    /** Where accounts are, for sites that have a provider there. */
    final IdentityProvider op;

    private final String provider;

    private PasskeySite(
            InMemoryAdapter memory,
            Adapter store,
            WebAuthnProvider provider,
            UnaryOperator<AuthConfig.Builder> configure) {
        adapter = memory;
        op = IdentityProvider.at(OP, clock, Randomness.secure())
                .client(Client.of("app", "app-secret")
                        .redirectUri(APP + "/auth/callback/op")
                        .redirectUri(APP + "/auth/callback/op2"));
        this.provider = provider.id();
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                .clock(clock)
                .adapter(store)
                .session(SessionOptions.database())
                .rateLimits(RateLimits.OFF)
                .http(op)
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        log.add(error);
                    }

                    @Override
                    public void warn(String code) {
                        warnings.add(code);
                    }
                });
        auth = Auth.of(configure.apply(builder).provider(provider).build());
        browser = browser();
    }

    static PasskeySite open() {
        return with(Passkey.provider());
    }

    static PasskeySite with(WebAuthnProvider provider) {
        return with(provider, c -> c);
    }

    static PasskeySite with(WebAuthnProvider provider, UnaryOperator<AuthConfig.Builder> configure) {
        var store = new InMemoryAdapter();
        return new PasskeySite(store, store, provider, configure);
    }

    /** On a store that leads to that memory. */
    static PasskeySite on(InMemoryAdapter memory, Adapter store, WebAuthnProvider provider) {
        return new PasskeySite(memory, store, provider, c -> c);
    }

    /** On a store that leads to that memory, and with more than passkeys. */
    static PasskeySite on(InMemoryAdapter memory, Adapter store, UnaryOperator<AuthConfig.Builder> configure) {
        return new PasskeySite(memory, store, Passkey.provider(), configure);
    }

    /** Another person's. */
    Browser browser() {
        return Browser.of(
                Origins.of(APP, request -> auth.handle(from("9.9.9.9", request)))
                        .and(op),
                clock);
    }

    private static Request from(String address, Request request) {
        return Request.of(
                request.method(), request.scheme(), request.target(), request.headers(), request.body(), address);
    }

    Response ask(Browser browser, String query) {
        return browser.send(Request.get(APP + "/auth/webauthn-options/" + provider + query));
    }

    Claims options(Browser browser, String query) {
        var answer = ask(browser, query);
        if (answer.status() != 200) throw new AssertionError(answer.status() + " " + answer.text());
        return Json.parseObject(answer.text(), 10).get(Claim.object("options")).orElseThrow();
    }

    /** Where the browser is sent with this answer. */
    String send(Browser browser, String action, Claims answer) {
        return send(browser, action, answer.toJson());
    }

    String send(Browser browser, String action, String data) {
        var answer = post(browser, action, data).text();
        return Objects.requireNonNull(Json.parseObject(answer, 10).text("url"));
    }

    Response post(Browser browser, String action, String data) {
        var fields = new LinkedHashMap<String, String>(Map.of("action", action, "data", data, "callbackUrl", "/in"));
        var request = Request.post(
                        APP + "/auth/callback/" + provider, "application/x-www-form-urlencoded", Form.encode(fields))
                .header("X-Auth-Return-Redirect", "1");
        return browser.send(request);
    }

    /** Signs up with a new passkey. */
    SoftAuthenticator signUp(Browser browser, String email) {
        var authenticator = new SoftAuthenticator(SoftKey.Kind.ES256, APP);
        var made = authenticator.create(options(browser, "?action=register&email=" + Form.encodeComponent(email)));
        var where = send(browser, "register", made.json());
        if (!where.equals(APP + "/in")) throw new AssertionError(where + " " + log);
        return authenticator;
    }

    boolean isSignedIn(Browser browser) {
        return !session(browser).equals("null");
    }

    String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    String lastError() {
        return String.valueOf(log.get(log.size() - 1).getMessage());
    }
}
