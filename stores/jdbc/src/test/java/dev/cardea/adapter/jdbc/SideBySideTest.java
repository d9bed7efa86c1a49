package dev.cardea.adapter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.hook.Callbacks;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.Check;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.Client;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import dev.cardea.testing.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * One PostgreSQL under an application on Auth.js and one on Cardea, both over HTTP, which browsers find at one address
 * with one secret: a proxy sends each request to the one or the other. What either begins, the other goes on with.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("node")
@Tag("part")
abstract class SideBySideTest {
    private static final String APP = "https://app.example";
    private static final String AUTH = APP + "/api/auth";
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String COOKIE = "__Secure-authjs.session-token";
    private static final Person ADA = Person.of("ada", "Ada Lovelace", "ada@example.com");
    private static final Person ADA_AT_WORK = Person.of("lovelace", "Countess Lovelace", "lovelace@work.example");

    /** Who answers. */
    enum Side {
        AUTH_JS,
        CARDEA;

        Side other() {
            return this == AUTH_JS ? CARDEA : AUTH_JS;
        }
    }

    private final Database database;
    private final List<String> tables;
    private final IdentityProvider op = IdentityProvider.at("http://localhost");
    private final LocalServer opServer = op.serve(0);
    private final Inbox inbox = new Inbox();
    private final AuthJsApplication theirs;
    private final LocalServer ours;
    private final LocalServer oursWithTokens;

    private final Origins web = Origins.of(APP, request -> proxied(request)).and(op);
    private final Browser browser = Browser.of(web);
    private volatile Side serving = Side.AUTH_JS;
    private volatile boolean tokens;

    /** @param tables users, accounts, sessions, tokens */
    SideBySideTest(Database database, String file, String kind, String... tables) {
        this.database = database;
        this.tables = List.of(tables);
        database.executeFile(file);
        op.client(Client.of("app", "app-secret"));
        theirs = AuthJsApplication.start(kind, database.plainUrl(), site());
        ours = LocalServer.start(0, auth(SessionOptions.database()));
        oursWithTokens = LocalServer.start(0, auth(SessionOptions.jwt()));
    }

    private Claims site() {
        return Claims.of("origin", APP)
                .with("basePath", "/api/auth")
                .with("secret", SECRET)
                .with("providers", List.of(provider("op"), provider("work")));
    }

    private Claims provider(String id) {
        return Claims.of("id", id)
                .with("name", id)
                .with("issuer", op.issuer())
                .with("clientId", "app")
                .with("clientSecret", "app-secret");
    }

    private Auth auth(SessionOptions sessions) {
        var builder = AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .url(APP)
                .basePath("/api/auth")
                .secret(SECRET)
                .adapter(JdbcAdapter.of(database.pool()))
                .session(sessions)
                .provider(EmailProvider.of("email", inbox).from("no-reply@app.example"))
                .callbacks(Callbacks.DEFAULT.session(p -> {
                    var shown = Callbacks.DEFAULT.session().apply(p);
                    var id = p.user() != null ? p.user().id() : p.token().text("sub");
                    return shown.user(shown.user().with("id", id));
                }));
        for (var id : List.of("op", "work")) {
            builder.provider(OAuthProvider.oidc(id, id, op.issuer())
                    .clientId("app")
                    .clientSecret("app-secret")
                    .checks(Check.PKCE, Check.STATE, Check.NONCE));
        }
        return Auth.of(builder.build());
    }

    private Response proxied(Request request) {
        return request.path().startsWith("/api/auth/") ? side(serving).handle(request) : Response.of(200);
    }

    private HttpHandler side(Side side) {
        if (side == Side.AUTH_JS) return theirs.with(tokens ? "jwt" : "database");
        return AuthJsApplication.at((tokens ? oursWithTokens : ours).port());
    }

    @BeforeEach
    void empty() {
        for (int i = tables.size() - 1; i >= 0; i--) database.execute("delete from \"" + tables.get(i) + "\"");
        browser.clearCookies();
        op.signsIn(ADA);
        tokens = false;
    }

    @AfterAll
    void close() {
        theirs.close();
        ours.close();
        oursWithTokens.close();
        opServer.close();
        database.close();
    }

    // --- users and sessions in rows ---

    @ParameterizedTest
    @EnumSource
    void a_user_who_signs_up_at_one_is_signed_in_at_the_other(Side one) {
        signIn(one, "op");
        var seen = session(browser, one);
        assertThat(seen.text("name")).isEqualTo("Ada Lovelace");
        assertThat(seen.text("email")).isEqualTo("ada@example.com");
        assertThat(session(browser, one.other())).isEqualTo(seen);
    }

    @ParameterizedTest
    @EnumSource
    void a_user_who_signed_up_at_one_is_the_same_user_at_the_other(Side one) {
        signIn(one, "op");
        var id = session(browser, one).text("id");
        browser.clearCookies();
        signIn(one.other(), "op");
        assertThat(session(browser, one.other()).text("id")).isEqualTo(id);
        assertThat(count(users())).isEqualTo(1);
        assertThat(count(accounts())).isEqualTo(1);
        assertThat(count(sessions())).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void signing_out_at_one_signs_out_at_the_other(Side one) {
        signIn(one.other(), "op");
        var kept = anotherWith(browser.cookie(APP, COOKIE).orElseThrow());
        assertThat(session(kept, one.other())).isNotEqualTo(Claims.NONE);

        serving = one;
        assertThat(browser.post(AUTH + "/signout", Map.of("csrfToken", csrf())).status())
                .isLessThan(500);
        assertThat(browser.cookie(APP, COOKIE)).isEmpty();
        assertThat(count(sessions())).isZero();
        assertThat(session(kept, one.other())).isEqualTo(Claims.NONE);
        assertThat(session(kept, one)).isEqualTo(Claims.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void an_account_that_was_linked_at_one_signs_in_at_the_other(Side one) {
        signIn(one.other(), "op");
        var id = session(browser, one.other()).text("id");
        op.signsIn(ADA_AT_WORK);
        signIn(one, "work");
        assertThat(count(accounts())).isEqualTo(2);

        browser.clearCookies();
        signIn(one.other(), "work");
        assertThat(session(browser, one.other()).text("id")).isEqualTo(id);
        assertThat(session(browser, one).text("id")).isEqualTo(id);
        assertThat(count(users())).isEqualTo(1);
        assertThat(count(accounts())).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void an_address_that_signed_up_at_one_is_not_taken_over_through_the_other(Side one) {
        signIn(one, "op");
        browser.clearCookies();
        op.signsIn(Person.of("mallory", "Mallory", "ada@example.com"));
        assertThat(signIn(one.other(), "work").url()).contains("error=OAuthAccountNotLinked");
        assertThat(count(accounts())).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void a_link_that_one_mailed_signs_in_at_the_other_and_once(Side one) {
        serving = one;
        browser.post(AUTH + "/signin/email", Map.of("csrfToken", csrf(), "email", "bob@example.com"));
        var link = one == Side.AUTH_JS
                ? theirs.link("bob@example.com")
                : inbox.last("bob@example.com").orElseThrow().url();

        serving = one.other();
        browser.open(link);
        assertThat(session(browser, one.other()).text("email")).isEqualTo("bob@example.com");
        assertThat(session(browser, one).text("email")).isEqualTo("bob@example.com");
        for (var side : Side.values()) {
            serving = side;
            assertThat(Browser.of(web).open(link).url()).contains("error=Verification");
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_sign_in_that_began_at_one_ends_at_the_other(Side one) {
        op.asksWho();
        var question = signIn(one, "op");
        serving = one.other();
        assertThat(question.form("Ada Lovelace ada@example.com").submit().url()).isEqualTo(APP + "/dash");
        assertThat(session(browser, one))
                .isEqualTo(session(browser, one.other()))
                .isNotEqualTo(Claims.NONE);
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_one_prolongs_goes_on_at_the_other(Side one) {
        signIn(one.other(), "op");
        age(Duration.ofDays(10));
        assertThat(session(browser, one)).isNotEqualTo(Claims.NONE);
        assertThat(expires()).isAfter(Instant.now().plus(Duration.ofDays(29)));
        assertThat(session(browser, one.other())).isNotEqualTo(Claims.NONE);
        assertThat(count(sessions())).isEqualTo(1);
    }

    @Test
    void a_session_that_both_prolong_at_once_goes_on() {
        signIn(Side.AUTH_JS, "op");
        age(Duration.ofDays(10));
        var cookie = browser.cookie(APP, COOKIE).orElseThrow();
        var threads = Executors.newFixedThreadPool(8);
        try {
            var answers = IntStream.range(0, 40)
                    .mapToObj(i -> threads.submit(() -> side(Side.values()[i % 2])
                            .handle(Request.get(AUTH + "/session").header("cookie", COOKIE + "=" + cookie))
                            .text()))
                    .toList();
            for (var answer : answers)
                assertThat(answer)
                        .succeedsWithin(Duration.ofMinutes(1))
                        .asString()
                        .contains("ada@example.com");
        } finally {
            threads.shutdownNow();
        }
        assertThat(expires()).isAfter(Instant.now().plus(Duration.ofDays(29)));
    }

    @ParameterizedTest
    @EnumSource
    void a_session_that_is_over_is_over_at_both(Side one) {
        signIn(one, "op");
        age(Duration.ofDays(31));
        assertThat(session(anotherWith(browser.cookie(APP, COOKIE).orElseThrow()), one.other()))
                .isEqualTo(Claims.NONE);
        assertThat(session(browser, one)).isEqualTo(Claims.NONE);
    }

    // --- sessions in tokens ---

    @ParameterizedTest
    @EnumSource
    void a_token_of_one_is_read_and_prolonged_by_the_other(Side one) {
        tokens = true;
        signIn(one, "op");
        var made = browser.cookie(APP, COOKIE).orElseThrow();
        var seen = session(browser, one.other());
        assertThat(seen.text("email")).isEqualTo("ada@example.com");
        assertThat(browser.cookie(APP, COOKIE).orElseThrow()).isNotEqualTo(made);
        assertThat(session(browser, one)).isEqualTo(seen);
        assertThat(count(sessions())).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void signing_out_at_one_takes_away_the_token_of_the_other(Side one) {
        tokens = true;
        signIn(one.other(), "op");
        serving = one;
        browser.post(AUTH + "/signout", Map.of("csrfToken", csrf()));
        assertThat(browser.cookie(APP, COOKIE)).isEmpty();
        assertThat(session(browser, one.other())).isEqualTo(Claims.NONE);
    }

    // --- helpers ---

    private Page signIn(Side side, String provider) {
        serving = side;
        return browser.post(AUTH + "/signin/" + provider, Map.of("csrfToken", csrf(), "callbackUrl", "/dash"));
    }

    /** The token is made by the one that does not serve, for the cookie of either is good at both. */
    private String csrf() {
        var now = serving;
        serving = now.other();
        var text = browser.open(AUTH + "/csrf").text();
        serving = now;
        return Json.parseObject(text, 2).text("csrfToken");
    }

    /** Returns the user that this side shows; empty if no user is signed in. */
    private Claims session(Browser browser, Side side) {
        serving = side;
        var text = browser.open(AUTH + "/session").text();
        return text.equals("null")
                ? Claims.NONE
                : Json.parseObject(text, 4).get(Claim.object("user")).orElseThrow();
    }

    private Browser anotherWith(String cookie) {
        return Browser.of(web).setCookie(APP, COOKIE + "=" + cookie + "; Path=/; Secure; HttpOnly");
    }

    /** As if it had begun that much earlier. */
    private void age(Duration by) {
        database.execute("update \"" + sessions() + "\" set \"expires\" = \"expires\" - interval '" + by.toSeconds()
                + " seconds'");
    }

    private Instant expires() {
        var epoch = database.rows("select extract(epoch from \"expires\")::bigint from \"" + sessions() + "\"");
        return Instant.ofEpochSecond(Long.parseLong(epoch.get(0)));
    }

    private int count(String table) {
        return Integer.parseInt(
                database.rows("select count(*) from \"" + table + "\"").get(0));
    }

    private String users() {
        return tables.get(0);
    }

    private String accounts() {
        return tables.get(1);
    }

    private String sessions() {
        return tables.get(2);
    }
}
