package dev.cardea.internal.session;

import static dev.cardea.tests.Site.APP;
import static dev.cardea.tests.Site.OP;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.AuthConfig;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.hook.Events;
import dev.cardea.http.Form;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.provider.ProviderLogout;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Person;
import dev.cardea.tests.Site;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** A provider reports that a user logged out there (OpenID Connect Back-Channel Logout 1.0). */
class BackchannelLogoutTest {
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";
    private static final ProviderLogout ON = ProviderLogout.OFF.backChannel(true);

    private final WatchedStore store = new WatchedStore();
    private final List<Events.SessionEnded> ended = new CopyOnWriteArrayList<>();
    private final List<AuthException> errors = new CopyOnWriteArrayList<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Site site = site(p -> p.logout(ON));

    private Site site(UnaryOperator<OAuthProvider> change) {
        return Site.with(change, c -> watched(c.adapter(store.adapter()).session(SessionOptions.revocable())));
    }

    private AuthConfig.Builder watched(AuthConfig.Builder config) {
        return config.logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        errors.add(error);
                    }

                    @Override
                    public void warn(String code) {
                        warnings.add(code);
                    }
                })
                .events(new Events() {
                    @Override
                    public void sessionEnded(SessionEnded event) {
                        ended.add(event);
                    }
                });
    }

    @Test
    void a_logout_at_the_provider_ends_the_session_there() {
        var browser = signedIn("session-1");
        var response = logout(site.op.logoutToken("app", "ada", "session-1"));

        assertThat(response.status()).isEqualTo(200);
        assertThat(response.text()).isEmpty();
        assertThat(response.headers().first("cache-control").orElse("")).contains("no-store");
        assertThat(session(browser)).isEqualTo("null");
        assertThat(ended)
                .singleElement()
                .satisfies(event -> assertThat(event.reason()).isEqualTo(Events.SessionEnded.Reason.PROVIDER));
    }

    @Test
    void database_sessions_end_with_their_rows() {
        var rows = Site.onRows(store.adapter(), p -> p.logout(ON), this::watched);
        var ending = signedIn(rows, "session-1");
        var staying = signedIn(rows, "session-2");
        assertThat(logout(rows, rows.op.logoutToken("app", null, "session-1")).status())
                .isEqualTo(200);

        assertThat(session(ending)).isEqualTo("null");
        assertThat(session(staying)).contains("Ada");
        assertThat(ended).hasSize(1);
    }

    @Test
    void with_a_session_only_that_session_ends_and_those_whose_ID_token_named_none() {
        var ending = signedIn("session-1");
        var staying = signedIn("session-2");
        var nameless = signedIn(null);
        assertThat(logout(site.op.logoutToken("app", "ada", "session-1")).status())
                .isEqualTo(200);

        assertThat(session(ending)).isEqualTo("null");
        assertThat(session(staying)).contains("Ada");
        assertThat(session(nameless)).isEqualTo("null");
    }

    @Test
    void with_a_session_and_no_subject_no_nameless_session_ends() {
        var ending = signedIn("session-1");
        var nameless = signedIn(null);
        assertThat(logout(site.op.logoutToken("app", null, "session-1")).status())
                .isEqualTo(200);

        assertThat(session(ending)).isEqualTo("null");
        assertThat(session(nameless)).contains("Ada");
    }

    @Test
    void with_a_subject_alone_all_sessions_of_that_subject_end_and_no_others() {
        var one = signedIn("session-1");
        var other = signedIn("session-2");
        site.op.signsIn(Person.of("eve", "Eve", "eve@example.com"));
        var eve = signedIn("session-3");
        assertThat(logout(site.op.logoutToken("app", "ada", null)).status()).isEqualTo(200);

        assertThat(session(one)).isEqualTo("null");
        assertThat(session(other)).isEqualTo("null");
        assertThat(session(eve)).contains("Eve");
        assertThat(ended).hasSize(2);
    }

    @Test
    void a_subject_that_is_not_the_sessions_ends_nothing() {
        var browser = signedIn("session-1");
        assertThat(logout(site.op.logoutToken("app", "eve", "session-1")).status())
                .isEqualTo(200);
        assertThat(session(browser)).contains("Ada");
    }

    @Test
    void a_logout_of_no_session_is_done() {
        assertThat(logout(site.op.logoutToken("app", "ada", "session-1")).status())
                .isEqualTo(200);
        assertThat(ended).isEmpty();
    }

    @Test
    void a_token_that_was_used_ends_no_session_that_began_since() {
        var token = site.op.logoutToken("app", "ada", null);
        assertThat(logout(token).status()).isEqualTo(200);
        var browser = signedIn("session-1");

        assertRejected(logout(token));
        assertThat(session(browser)).contains("Ada");
        site.clock.advance(Duration.ofMinutes(2).plusSeconds(20));
        assertRejected(logout(token));
    }

    @Test
    void of_32_equal_tokens_one_is_accepted() throws Exception {
        var browser = signedIn("session-1");
        var token = site.op.logoutToken("app", "ada", "session-1");
        var start = new CyclicBarrier(32);
        var pool = Executors.newFixedThreadPool(32);
        var statuses = new ArrayList<Integer>();
        try {
            Callable<Integer> call = () -> {
                start.await();
                return logout(token).status();
            };
            for (var answer : pool.invokeAll(java.util.Collections.nCopies(32, call))) statuses.add(answer.get());
        } finally {
            pool.shutdownNow();
        }

        assertThat(statuses).filteredOn(status -> status == 200).hasSize(1);
        assertThat(statuses).filteredOn(status -> status == 400).hasSize(31);
        assertThat(ended).hasSize(1);
        assertThat(session(browser)).isEqualTo("null");
    }

    @TestFactory
    Stream<DynamicTest> a_store_that_fails_is_a_failed_logout_and_no_used_token() {
        return Stream.of("markUsed", "endSessions", "inUnit")
                .map(method -> DynamicTest.dynamicTest(method, () -> {
                    var browser = signedIn("session-1");
                    var token = site.op.logoutToken("app", "ada", "session-1");
                    assertThat(session(browser)).contains("Ada");
                    store.failing = method;
                    var response = logout(token);
                    store.failing = "";

                    assertThat(response.status()).isEqualTo(400);
                    assertThat(response.text()).isEqualTo("{\"error\":\"logout_failed\"}");
                    assertThat(errors).extracting(AuthException::type).contains(ErrorType.SIGN_OUT_ERROR);
                    store.calls.clear();
                    assertThat(session(browser)).contains("Ada");
                    // The end may have been made, and its answer lost.
                    if (method.equals("endSessions")) assertThat(store.calls).contains("getSessionRecord");
                    assertThat(logout(token).status()).isEqualTo(200);
                    assertThat(session(browser)).isEqualTo("null");
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_token_that_violates_one_rule_ends_nothing() {
        var browser = signedIn("session-1");
        return broken().entrySet().stream()
                .map(token -> DynamicTest.dynamicTest(token.getKey(), () -> {
                    warnings.clear();
                    assertRejected(logout(token.getValue()));
                    assertThat(session(browser)).contains("Ada");
                    assertThat(warnings)
                            .singleElement()
                            .asString()
                            .startsWith("logout-rejected: op: ")
                            .doesNotContain("eyJ");
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_store_without_units_that_fails_can_be_told_again() {
        var callByCall = Site.with(
                p -> p.logout(ON), c -> watched(c.adapter(store.withoutUnits()).session(SessionOptions.revocable())));
        return Stream.of("markUsed", "endSessions")
                .map(method -> DynamicTest.dynamicTest(method, () -> {
                    var browser = signedIn(callByCall, "session-1");
                    var token = callByCall.op.logoutToken("app", "ada", "session-1");
                    store.failing = method;
                    var response = logout(callByCall, token);
                    store.failing = "";

                    assertThat(response.text()).isEqualTo("{\"error\":\"logout_failed\"}");
                    assertThat(logout(callByCall, token).status()).isEqualTo(200);
                    assertThat(session(browser)).isEqualTo("null");
                    assertRejected(logout(callByCall, token));
                }));
    }

    @Test
    void what_a_visitor_sends_adds_no_line_and_no_error_to_the_log() {
        var header = "{\"alg\":\"RS256\",\"jwk\":{\"kty\":\"X\\nFAKE LINE\"}}";
        assertRejected(logout(Base64.getUrlEncoder().encodeToString(header.getBytes(UTF_8)) + ".e30.e30"));
        assertThat(warnings).containsExactly("logout-rejected: op: the logout token is not a signed token");
        assertThat(errors).isEmpty();
    }

    private Map<String, String> broken() {
        var all = new LinkedHashMap<String, String>();
        var valid = site.op.logoutToken("app", "ada", "session-1");
        var parts = valid.split("\\.", -1);
        all.put("empty", "");
        all.put("no token", "logout");
        all.put("two parts", parts[0] + "." + parts[1]);
        all.put("four parts", valid + ".e30");
        all.put("no signature", parts[0] + "." + parts[1] + ".");
        all.put(
                "signature of another token",
                parts[0] + "." + parts[1] + "."
                        + site.op.logoutToken("app", "eve", null).split("\\.", -1)[2]);
        all.put(
                "claims of another token",
                parts[0] + "." + site.op.logoutToken("app", "eve", null).split("\\.", -1)[1] + "." + parts[2]);
        header(all, "alg none", "alg", "none");
        header(all, "alg of another key", "alg", "ES256");
        header(all, "alg HS256", "alg", "HS256");
        header(all, "kid unknown", "kid", "another");
        header(all, "typ of an access token", "typ", "at+jwt");
        header(all, "typ of a security event", "typ", "secevent+jwt");
        header(all, "crit", "crit", List.of("moon"));
        claim(all, "iss of another provider", "iss", "https://elsewhere.example");
        claim(all, "iss with a slash", "iss", OP + "/");
        claim(all, "iss absent", "iss", null);
        claim(all, "iss a list", "iss", List.of(OP));
        claim(all, "aud of another client", "aud", "another");
        claim(all, "aud absent", "aud", null);
        claim(all, "aud empty", "aud", List.of());
        claim(all, "aud of several without azp", "aud", List.of("app", "another"));
        claim(all, "azp of another client", "azp", "another");
        claim(all, "iat absent", "iat", null);
        claim(all, "iat a text", "iat", "now");
        claim(all, "iat in an hour", "iat", now() + 3_600);
        claim(all, "exp absent", "exp", null);
        claim(all, "exp a text", "exp", String.valueOf(now() + 60));
        claim(all, "exp a minute ago", "exp", now() - 60);
        claim(all, "nbf in an hour", "nbf", now() + 3_600);
        claim(all, "events absent", "events", null);
        claim(all, "events a text", "events", EVENT);
        claim(all, "events a list", "events", List.of(EVENT));
        claim(all, "events without a logout", "events", Map.of("http://schemas.openid.net/event/other", Map.of()));
        claim(all, "events with a text", "events", Map.of(EVENT, "yes"));
        claim(all, "events with true", "events", Map.of(EVENT, true));
        claim(all, "events with null", "events", java.util.Collections.singletonMap(EVENT, null));
        claim(all, "nonce", "nonce", "n");
        claim(all, "nonce empty", "nonce", "");
        claim(all, "sub a number", "sub", 42);
        claim(all, "sub empty", "sub", "");
        claim(all, "sub of 256 characters", "sub", "s".repeat(256));
        claim(all, "sub with NUL", "sub", "ada\0");
        claim(all, "sid a number", "sid", 7);
        claim(all, "sid empty", "sid", "");
        claim(all, "sid of 256 characters", "sid", "s".repeat(256));
        claim(all, "jti absent", "jti", null);
        claim(all, "jti a number", "jti", 7);
        claim(all, "jti empty", "jti", "");
        claim(all, "jti of 256 characters", "jti", "j".repeat(256));
        all.put("neither sub nor sid", site.op.signed(Claims.NONE, site.op.logoutClaims("app", null, null)));
        all.put("a nonce of null", site.op.signed(Claims.NONE, claims().with("nonce", null)));
        all.put(
                "of another key",
                IdentityProvider.at(OP, site.clock, dev.cardea.token.Randomness.secure())
                        .rotateKeys()
                        .logoutToken("app", "ada", "session-1"));
        return all;
    }

    private Claims claims() {
        return site.op.logoutClaims("app", "ada", "session-1");
    }

    private void claim(Map<String, String> all, String title, String name, Object value) {
        var changed = value == null ? claims().without(name) : claims().with(name, value);
        all.put(title, site.op.signed(Claims.NONE, changed));
    }

    private void header(Map<String, String> all, String title, String name, Object value) {
        all.put(title, site.op.signed(Claims.of(name, value), claims()));
    }

    private long now() {
        return site.clock.instant().getEpochSecond();
    }

    @Test
    void an_id_token_is_no_logout_token() {
        signedIn("session-1");
        var account = store.memory.getAccount("ada", "op").orElseThrow();
        assertRejected(logout(String.valueOf(account.claims().text("id_token"))));
    }

    @TestFactory
    Stream<DynamicTest> a_typ_of_older_providers_is_accepted() {
        return Stream.of("JWT", "Logout+JWT", "")
                .map(typ -> DynamicTest.dynamicTest("typ " + typ, () -> {
                    var browser = signedIn("session-1");
                    var header = Claims.of("typ", typ.isEmpty() ? null : typ);
                    assertThat(logout(site.op.signed(header, claims())).status())
                            .isEqualTo(200);
                    assertThat(session(browser)).isEqualTo("null");
                }));
    }

    @Test
    void a_token_without_exp_is_accepted_up_to_the_age_that_is_set() {
        var older = site(p -> p.logout(ON.tokenAge(Duration.ofMinutes(2))));
        var dated = older.op.logoutClaims("app", "ada", null).without("exp");
        var token = older.op.signed(Claims.NONE, dated);
        var late = older.op.signed(Claims.NONE, dated.with("jti", "another"));
        assertThat(logout(older, token).status()).isEqualTo(200);
        older.clock.advance(Duration.ofSeconds(151));
        assertRejected(logout(older, late));
    }

    @Test
    void a_request_without_a_token_is_rejected() {
        assertRejected(post(site, "op", "other=1"));
    }

    @Test
    void the_route_is_off_for_providers_without_the_setting() {
        var off = Site.stored();
        assertThat(post(off, "op", "logout_token=x").text()).isEqualTo("\"Bad request.\"");
        assertThat(post(site, "credentials", "logout_token=x").text()).isEqualTo("\"Bad request.\"");
        assertThat(post(site, "", "logout_token=x").text()).isEqualTo("\"Bad request.\"");
        assertThat(site.auth
                        .handle(Request.get(APP + "/auth/backchannel-logout/op"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void more_than_600_requests_of_a_client_in_a_minute_are_too_many() {
        int rejected = 0;
        for (int i = 0; i <= 600; i++) if (post(site, "op", "logout_token=x").status() == 429) rejected++;
        assertThat(rejected).isEqualTo(1);
    }

    @Test
    void a_token_of_one_provider_ends_no_session_of_another() {
        var two = site(p -> p.logout(ON));
        var other = IdentityProvider.at("https://other.example", two.clock, dev.cardea.token.Randomness.secure())
                .client(Client.of("app", "secret"));
        var browser = signedIn(two, "session-1");
        assertRejected(logout(two, other.logoutToken("app", "ada", "session-1")));
        assertThat(session(browser)).contains("Ada");
    }

    @Test
    void what_the_back_channel_needs_is_an_error_of_the_configuration() {
        assertThatThrownBy(() -> Site.with(p -> p.logout(ON), c -> c))
                .hasMessageContaining("backChannel needs sessions that a provider can end; set session.strategy");
        assertThatThrownBy(() -> site(p -> p.logout(ON.tokenAge(Duration.ofHours(1)))))
                .hasMessageContaining("tokenAge must be from 1 to 600 seconds");
        assertThatThrownBy(() -> AuthConfig.builder()
                        .secret("3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests")
                        .provider(OAuthProvider.oauth("plain", "Plain")
                                .authorization(OP + "/authorize")
                                .token(OP + "/token")
                                .userinfo(OP + "/userinfo")
                                .logout(ON))
                        .build())
                .hasMessageContaining("logout is part of OpenID Connect");
    }

    private Browser signedIn(String sid) {
        return signedIn(site, sid);
    }

    private static Browser signedIn(Site site, String sid) {
        site.op.session(sid);
        var browser = site.anotherBrowser();
        browser.open(APP + "/auth/signin").press("Sign in with Demo ID");
        return browser;
    }

    private static String session(Browser browser) {
        return browser.open(APP + "/auth/session").text();
    }

    private Response logout(String token) {
        return logout(site, token);
    }

    private static Response logout(Site site, String token) {
        return post(site, "op", "logout_token=" + Form.encode(token));
    }

    private static Response post(Site site, String provider, String body) {
        var url = APP + "/auth/backchannel-logout/" + provider;
        var request = Request.post(url, "application/x-www-form-urlencoded", body);
        return site.auth.handle(
                Request.of("POST", "https", request.target(), request.headers(), request.body(), "8.8.8.8"));
    }

    private static void assertRejected(Response response) {
        assertThat(response.status()).isEqualTo(400);
        assertThat(Json.parseObject(response.text(), Json.INBOUND_DEPTH).text("error"))
                .isEqualTo("invalid_request");
    }
}
