package dev.cardea.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.model.User;
import dev.cardea.provider.Check;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.server.http.Deployment;
import dev.cardea.server.http.HttpLimits;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.log.RequestLog;
import dev.cardea.testing.Client;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FakeClock;
import dev.cardea.testing.IdentityProvider;
import dev.cardea.testing.Inbox;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PushbackInputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends hostile requests to the server, byte for byte. Every answer keeps the same promises:
 *
 * <ul>
 *   <li>it arrives soon, is short and has an expected status;
 *   <li>no user is signed in, no row is written, no mail is sent and no provider is called;
 *   <li>no header contains the input, and pages escape it;
 *   <li>the log contains no secret;
 *   <li>the next valid request works.
 * </ul>
 */
class WireTest {
    static final List<String> ROUTES = List.of(
            "/auth/session",
            "/auth/csrf",
            "/auth/providers",
            "/auth/signin",
            "/auth/signin/op",
            "/auth/signin/email",
            "/auth/signout",
            "/auth/callback/op",
            "/auth/callback/email",
            "/auth/callback/credentials",
            "/auth/error",
            "/auth/verify-request",
            "/auth/webauthn-options/op");

    private static final Set<Integer> PLAIN =
            Set.of(200, 302, 303, 400, 401, 403, 404, 405, 408, 413, 414, 415, 429, 431, 500, 501, 505);
    private static final String SECRET = "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09-of-the-tests";
    private static final String TOKEN = "f".repeat(64);
    private static final String CSRF = "authjs.csrf-token=" + TOKEN + "%7C" + Hashes.sha256Hex(TOKEN + SECRET);
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MARK = "zqxjk\"'<script>";

    private static final FakeClock CLOCK = FakeClock.at(Instant.now());
    private static final InMemoryAdapter ADAPTER = new InMemoryAdapter();
    private static final Inbox INBOX = new Inbox();
    private static final IdentityProvider OP =
            IdentityProvider.at("https://op.example").client(Client.of("app", "app-secret"));
    private static final List<String> LOG = new CopyOnWriteArrayList<>();
    private static Auth auth;
    private static HttpServer server;
    private static Remote remote;
    private static long threads;

    @BeforeAll
    static void start() throws IOException {
        auth = Auth.of(AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.PRODUCTION)
                .secret(SECRET)
                .clock(CLOCK)
                .http(OP)
                .adapter(ADAPTER)
                .session(SessionOptions.jwt())
                .provider(OAuthProvider.oidc("op", "Demo ID", "https://op.example")
                        .clientId("app")
                        .clientSecret("app-secret")
                        .checks(Check.PKCE, Check.STATE, Check.NONCE))
                .provider(EmailProvider.of("email", INBOX).from("no-reply@app.example"))
                .provider(CredentialsProvider.of(
                                (credentials, request) -> "correct horse".equals(credentials.text("password"))
                                        ? Optional.of(User.of("42", "Ada", null))
                                        : Optional.empty())
                        .field("username", CredentialInput.text("User")))
                .logger(new AuthLogger() {
                    @Override
                    public void error(AuthException error) {
                        for (Throwable e = error; e != null; e = e.getCause()) LOG.add(String.valueOf(e.getMessage()));
                    }
                })
                .build());
        server = HttpServer.start("127.0.0.1", 0, auth, null);
        remote = new Remote(server.port());
        good();
        threads = threads();
    }

    @AfterAll
    static void stop() {
        if (server == null) return;
        Eventually.isTrue("fewer than 100 threads more than before", () -> threads() < threads + 100);
        server.close();
    }

    /** Threads of servers in this process. */
    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("cardea-"))
                .count();
    }

    // --- every route ---

    @ParameterizedTest
    @ValueSource(
            strings = {"HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "get", "Get", "G ET", "PROPFIND"
            })
    void methods_other_than_GET_and_POST_are_rejected(String method) {
        for (var route : ROUTES) {
            assertThat(promises(raw(method + " " + route + " HTTP/1.1\r\n" + host())))
                    .isIn(400, 405, 501, 505);
        }
        assertThat(promises(raw("X".repeat(10_000) + " /auth/session HTTP/1.1\r\n" + host())))
                .isIn(400, 414, 431, 501);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/auth",
                "/auth/",
                "/auth//session",
                "/auth/session/",
                "/auth/session/x",
                "/auth/session;jsessionid=1",
                "/auth/%73ession",
                "/auth/Session",
                "/auth/session%00",
                "/auth/session%0a",
                "/auth/../auth/session",
                "/auth/..;/session",
                "/auth/./session",
                "//auth/session",
                "/auth%2fsession",
                "/authsession",
                "/auth/session?x#y",
                "/auth/callback/..%2fsession",
                "/auth/signin/__proto__",
                "/auth/signin/constructor",
                "/auth/signin/a%2fb",
                "/auth/signin/\u0000",
                "/auth/signin/OP",
                "*",
                "http://evil.example/auth/session",
                "auth/session",
                "/auth/session HTTP/1.1\r\nX-Injected: 1\r\nX:"
            })
    void an_odd_path_is_an_action_or_it_is_none(String path) {
        promises(raw("GET " + path + " HTTP/1.1\r\n" + host()));
        promises(raw("POST " + path + " HTTP/1.1\r\n" + host("Content-Length: 0")));
    }

    @Test
    void an_address_may_be_long_but_not_endless() {
        assertThat(promises(get("/auth/" + "s".repeat(64 * 1024)))).isIn(400, 414, 431);
        assertThat(promises(get("/auth/session?x=" + "s".repeat(1024 * 1024)))).isIn(400, 414, 431);
    }

    static final List<String> QUERIES = List.of(
            "a=1&".repeat(2_000),
            "%",
            "%zz",
            "%c0%ae",
            "%ed%a0%80",
            "+",
            "%20",
            "%00",
            "\u0000",
            "a[]=1&a[]=2",
            "=&=&=",
            "&&&&",
            "csrfToken=x&csrfToken=y",
            "callbackUrl=/a&callbackUrl=https://evil.example",
            "error=" + MARK,
            "error=Configuration&error=" + MARK,
            "email=" + MARK + "&callbackUrl=/" + MARK,
            "callbackUrl=%2fok%0d%0aSet-Cookie:x=1",
            "callbackUrl=/\u560d\u560aSet-Cookie:x=1",
            "providers=x&theme=x&csrfToken=x",
            "token=x&email=" + MARK,
            "code=x&state=x&iss=x&error=" + MARK + "&error_description=" + MARK,
            "|{}^`\\");

    @ParameterizedTest
    @FieldSource("QUERIES")
    void an_odd_query_changes_nothing(String query) {
        for (var route : ROUTES) {
            promises(get(route + "?" + query));
            promises(post(route + "?" + query, FORM, "", CSRF));
        }
    }

    // --- bodies ---

    static final List<String> JSON = List.of(
            "",
            "null",
            "[]",
            "\"text\"",
            "1",
            "{",
            "[".repeat(60_000),
            "{\"a\":".repeat(10_000),
            "{" + "\"k\":1,".repeat(8_000) + "\"z\":1}",
            "{\"a\":1,\"a\":2}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"email\":{\"$ne\":null}}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"email\":[\"a@b.example\"]}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"email\":true,\"username\":1,\"password\":{}}",
            "{\"csrfToken\":[\"" + TOKEN + "\"],\"email\":\"a@b.example\"}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"callbackUrl\":{\"a\":1},\"email\":1}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"data\":{\"user\":{\"id\":\"other\"}},\"email\":null}",
            "{\"csrfToken\":\"" + TOKEN + "\",\"__proto__\":{\"admin\":true}}",
            "{\"n\":1e999999}",
            "{\"n\":" + "9".repeat(60_000) + "}",
            "{\"s\":\"\\ud800\"}",
            "\uFEFF{}",
            "{/* no */}",
            "{} garbage",
            "{'a':1}",
            "{\"a\":NaN}",
            "csrfToken=" + TOKEN,
            "{\"a\":\"" + "x".repeat(2_000_000) + "\"}");

    @ParameterizedTest
    @FieldSource("JSON")
    void odd_JSON_has_no_effect(String json) {
        for (var route : ROUTES) promises(post(route, "application/json", json, CSRF));
        promises(post("/auth/session", "application/json; charset=utf-16", json, CSRF));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "text/plain",
                "multipart/form-data; boundary=x",
                "application/xml",
                "application/json;",
                "APPLICATION/X-WWW-FORM-URLENCODED",
                "application/x-www-form-urlencoded; charset=utf-16",
                "application/jsonx",
                ";",
                "a/b, application/json"
            })
    void an_odd_media_type_brings_no_fields(String type) {
        for (var body : List.of("csrfToken=x&email=a@b.example", "{\"csrfToken\":\"x\"}", "\0\1\2", "")) {
            for (var route : ROUTES) promises(post(route, type, body, CSRF));
        }
    }

    @Test
    void a_body_may_break_off_lie_about_its_length_or_never_end() throws IOException {
        var head = "POST /auth/signout HTTP/1.1\r\n" + host("Content-Type: " + FORM, "Cookie: " + CSRF);
        var cut = head.substring(0, head.length() - 2);
        promises(brokenOff(cut + "Content-Length: 50\r\n\r\ncsrfToken="));
        promises(raw(cut + "Content-Length: -1\r\n\r\nabc"));
        promises(raw(cut + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd"));
        promises(raw(cut + "Content-Length: abc\r\n\r\nabc"));
        promises(raw(cut + "Content-Length: 99999999999999999999\r\n\r\nabc"));
        promises(raw(cut + "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n"));
        promises(raw(cut + "Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n"));
        assertThat(promises(endless(cut + "Transfer-Encoding: chunked\r\n\r\n")))
                .isIn(400, 413);
    }

    @Test
    void a_compressed_body_is_not_unpacked() throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            for (int i = 0; i < 1_000; i++) gzip.write(new byte[10_000]);
        }
        var head = "POST /auth/session HTTP/1.1\r\n"
                + host("Content-Type: application/json", "Content-Encoding: gzip", "Content-Length: " + packed.size());
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.getBytes(ISO_8859_1));
        bytes.writeBytes(packed.toByteArray());
        promises(remote.send(bytes.toByteArray()));
    }

    @Test
    void a_body_that_comes_byte_by_byte_is_cut_off() throws Exception {
        var senders = Executors.newFixedThreadPool(ROUTES.size());
        try {
            var dripped = ROUTES.stream()
                    .map(route -> CompletableFuture.supplyAsync(() -> dripped(route), senders))
                    .toList();
            for (var answer : dripped) assertThat(promises(answer.get())).isEqualTo(408);
        } finally {
            senders.shutdownNow();
        }
    }

    /** With limits beyond the end of this test: what waits for them would be as late. */
    @Test
    void bodies_that_never_end_delay_no_other_request() throws IOException {
        var longer = Duration.ofMinutes(5);
        var limits = HttpLimits.DEFAULT.bodyTimeout(longer).idleTimeout(longer);
        var deployment = new Deployment(auth, null, RequestLog.NONE);
        var waiting = new ArrayList<Socket>();
        try (var patient = HttpServer.start("127.0.0.1", 0, () -> deployment, limits, null)) {
            for (var route : ROUTES) {
                var socket = new Socket(InetAddress.getLoopbackAddress(), patient.port());
                waiting.add(socket);
                socket.getOutputStream().write((slow(route) + "a").getBytes(UTF_8));
            }
            var other = new Remote(patient.port()).handle(Request.get("http://127.0.0.1/auth/session"));
            assertThat(other.status()).isEqualTo(200);
            for (var socket : waiting)
                assertThat(socket.getInputStream().available()).isZero();
        } finally {
            for (var socket : waiting) socket.close();
        }
    }

    private static String slow(String route) {
        return "POST " + route + " HTTP/1.1\r\n"
                + host("Content-Type: " + FORM, "Cookie: " + CSRF, "Content-Length: 1000");
    }

    /** Sends a byte a second for half a minute at most, until there is an answer. */
    private static Response dripped(String route) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), remote.port())) {
            socket.setSoTimeout(1_000);
            var out = socket.getOutputStream();
            out.write(slow(route).getBytes(UTF_8));
            var in = new PushbackInputStream(socket.getInputStream());
            for (int i = 0; i < 30; i++) {
                out.write('a');
                try {
                    in.unread(in.read());
                    return Remote.read(in);
                } catch (SocketTimeoutException e) {
                    // A second is over.
                }
            }
            throw new AssertionError(route + " waits for ever");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // --- csrf ---

    @ParameterizedTest
    @ValueSource(strings = {"x", "x|", "|x", "|", "|||", "x|y|z", "%7C", "%zz", "\"x|y\""})
    void a_csrf_cookie_of_a_stranger_is_replaced_and_never_repeated(String value) {
        var answer = get("/auth/csrf", "Cookie: authjs.csrf-token=" + value);
        promises(answer);
        assertThat(answer.text()).matches("\\{\"csrfToken\":\"[0-9a-f]{64}\"}");
        assertThat(answer.header("set-cookie").orElse("")).startsWith("authjs.csrf-token=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "csrfToken=",
                "csrfToken=x",
                "csrfToken=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff+",
                "csrfToken=+ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "csrfToken=FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF",
                "csrfToken[]=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "csrftoken=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
                "csrfToken=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff&csrfToken=x"
            })
    void a_post_without_the_browsers_own_token_does_nothing(String body) {
        for (var route :
                List.of("/auth/signin/op", "/auth/signin/email", "/auth/signout", "/auth/callback/credentials")) {
            var answer = post(route, FORM, body + "&email=a@b.example&password=correct+horse", CSRF);
            promises(answer);
            assertThat(answer.header("location")).get().asString().endsWith("/auth/signin?error=MissingCSRF");
        }
        var session = post("/auth/session", FORM, body, CSRF);
        assertThat(session.status()).isEqualTo(400);
        assertThat(session.text()).isEqualTo("null");
        var crossed = post("/auth/signin/email", FORM, "csrfToken=" + TOKEN + "&email=a@b.example", "");
        assertThat(crossed.header("location")).get().asString().endsWith("/auth/signin?error=MissingCSRF");
    }

    // --- sign-in ---

    @Test
    void a_browser_cannot_choose_what_binds_the_sign_in() {
        for (var name : List.of(
                "client_id",
                "redirect_uri",
                "response_type",
                "response_mode",
                "state",
                "nonce",
                "code_challenge",
                "code_challenge_method",
                "request",
                "request_uri")) {
            var answer = post("/auth/signin/op?" + name + "=evil", FORM, "csrfToken=" + TOKEN, CSRF);
            assertThat(answer.header("location")).get().asString().startsWith("https://op.example/authorize?");
            assertThat(answer.header("location").orElseThrow()).doesNotContain("evil");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@b.example,evil@x.example",
                "\"a\"@b.example",
                "a@b@c.example",
                "<a@b.example>",
                "Name <a@b.example>",
                "a b@c.example",
                "a%0d%0aBcc:evil@x.example@b.example",
                "a%00@b.example",
                "a(comment)@b.example",
                "-oQ@b.example",
                "undisclosed:;@b.example",
                "@b.example",
                "a@",
                "a",
                "a@b..example"
            })
    void an_address_that_is_more_than_one_address_gets_no_mail(String address) {
        var answer = post("/auth/signin/email", FORM, "csrfToken=" + TOKEN + "&email=" + address, CSRF);
        promises(answer);
        assertThat(answer.header("location")).get().asString().contains("error=EmailSignin");
    }

    // --- callbacks ---

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?error=access_denied",
                "?error=access_denied&code=x",
                "?code=x",
                "?code=x&state=y",
                "?code=x&code=y&state=z",
                "?code=x&state=y&state=z",
                "?code=x&state=y&iss=https://evil.example",
                "?id_token=x&access_token=y",
                "?response=x",
                "?error=zqxjk&error_description=zqxjk<script>&error_uri=javascript:alert(1)"
            })
    void an_unsolicited_answer_sends_no_request_to_the_provider(String query) {
        for (var cookies : List.of(
                "",
                "authjs.state=x; authjs.nonce=y; authjs.pkce.code_verifier=z",
                "authjs.state=eyJhbGciOiJkaXIifQ..a.b.c")) {
            // Not even discovery: it would be asked for by each of these while the provider is down.
            CLOCK.advance(Duration.ofMinutes(11));
            var before = OP.requests().size();
            var answer = get("/auth/callback/op" + query, "Cookie: " + cookies);
            promises(answer);
            assertThat(answer.header("location")).get().asString().contains("/auth/error?error=Configuration");
            promises(post("/auth/callback/op" + query, FORM, query.replace("?", ""), cookies));
            assertThat(OP.requests()).hasSize(before);
        }
    }

    @Test
    void sixteen_minutes_later_a_sign_in_that_was_begun_is_over() {
        assertThat(answeredAfter(Duration.ofMinutes(14))).isEqualTo(1);
        assertThat(answeredAfter(Duration.ofMinutes(16))).isZero();
    }

    /** How often the provider is asked about a code when its answer comes so late; a browser that keeps cookies for ever. */
    private static long answeredAfter(Duration late) {
        var begun = post("/auth/signin/op", FORM, "csrfToken=" + TOKEN, CSRF);
        var pending = begun.headers().all("set-cookie").stream()
                .filter(line -> line.matches("authjs\\.(state|nonce|pkce).*"))
                .toList();
        assertThat(pending).hasSize(3).allMatch(line -> line.contains("Expires="));
        var cookies = pending.stream().map(line -> line.replaceAll(";.*", "")).collect(Collectors.joining("; "));
        var state = begun.header("location").orElseThrow().replaceAll(".*[?&]state=([^&]*).*", "$1");
        CLOCK.advance(late);
        asked = OP.calls("/token");
        var answer = get("/auth/callback/op?code=x&iss=https%3A%2F%2Fop.example&state=" + state, "Cookie: " + cookies);
        promises(answer);
        assertThat(answer.header("location")).get().asString().contains("/auth/error?error=Configuration");
        long calls = OP.calls("/token") - asked;
        asked += calls;
        return calls;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "?token=", "?token=x", "?token=x&email=", "?token=x&email=a@b.example", "?email=a@b.example"
            })
    void a_forged_link_signs_no_user_in(String query) {
        var answer = get("/auth/callback/email" + query);
        promises(answer);
        assertThat(answer.header("location")).get().asString().contains("error=Verification");
    }

    @Test
    void a_mail_scanner_that_asks_for_the_head_of_a_link_uses_nothing_up() {
        post("/auth/signin/email", FORM, "csrfToken=" + TOKEN + "&email=scanned@b.example", CSRF);
        var link = INBOX.last("scanned@b.example").orElseThrow().url();
        var target = link.substring(link.indexOf("/auth/"));
        var head = raw("HEAD " + target + " HTTP/1.1\r\n" + host());
        assertThat(head.status()).isEqualTo(400);
        var opened = get(target);
        assertThat(opened.headers().all("set-cookie")).anyMatch(line -> line.startsWith("authjs.session-token="));
        assertThat(get(target).header("location")).get().asString().contains("error=Verification");
    }

    // --- cookies ---

    static final List<String> COOKIES = List.of(
            "",
            ";",
            "=",
            "=;=",
            "authjs.session-token",
            "authjs.session-token=",
            "authjs.session-token=garbage",
            "authjs.session-token=\"quoted\"",
            "authjs.session-token=%zz%00%0d%0a",
            "authjs.session-token=a.b.c.d.e; authjs.session-token=x",
            "authjs.session-token=eyJhbGciOiJub25lIn0.e30.; __Secure-authjs.session-token=x",
            "authjs.session-token.0=x; authjs.session-token.2=y",
            "authjs.session-token.1=x",
            "authjs.session-token.00=x; authjs.session-token.-1=y; authjs.session-token.1e1=z; authjs.session-token.x=w",
            "AUTHJS.SESSION-TOKEN=x",
            IntStream.range(0, 1_000)
                    .mapToObj(i -> "authjs.session-token." + i + "=x")
                    .reduce((a, b) -> a + "; " + b)
                    .get(),
            "authjs.session-token=" + "x".repeat(64 * 1024),
            "a=1; ".repeat(1_000) + "b=2",
            "authjs.callback-url=https%3A%2F%2Fevil.example",
            "authjs.callback-url=javascript:alert(1)",
            "authjs.callback-url=" + MARK,
            "authjs.csrf-token=" + "x".repeat(20_000),
            "caf\u00e9=\u00ff\u00fe",
            "cardea.error-id=" + MARK);

    @ParameterizedTest
    @FieldSource("COOKIES")
    void odd_cookies_sign_no_user_in(String cookie) {
        for (var route : ROUTES) promises(get(route, "Cookie: " + cookie));
        var session = get("/auth/session", "Cookie: " + cookie);
        if (session.status() == 200) assertThat(session.text()).isEqualTo("null");
        else assertThat(session.status()).isIn(400, 431);
    }

    // --- headers ---

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Forwarded-Host: evil.example",
                "X-Forwarded-Host: evil.example, localhost\r\nX-Forwarded-Proto: javascript",
                "Forwarded: host=\"evil.example\";proto=https",
                "X-Original-URL: /auth/providers\r\nX-Rewrite-URL: /auth/providers",
                "X-HTTP-Method-Override: DELETE",
                "Authorization: Bearer garbage",
                "Authorization: Bearer",
                "Authorization: Basic %%%",
                "Accept: application/xml;q=99,*/*;q=zz",
                "Accept-Language: zqxjk\"'<script>",
                "Referer: https://evil.example/zqxjk<script>",
                "Origin: null",
                "Content-Type: application/json",
                "Expect: 100-continue",
                "Upgrade: h2c",
                "X-Cardea-Bridge: v2.act.0.x",
                "X-Auth-Return-Redirect: zqxjk\"'<script>",
                "Range: bytes=0-0"
            })
    void odd_headers_change_nothing(String header) {
        for (var route : ROUTES) {
            var answer = get(route, header);
            promises(answer);
            assertThat(answer.text() + answer.header("location").orElse("")).doesNotContain("evil.example");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "localhost:99999",
                "localhost@evil.example",
                "evil.example\\@localhost",
                "localhost/evil",
                "localhost?evil",
                "127.0.0.1.evil.example",
                "0x7f.1",
                "[::1",
                "",
                " ",
                "localhost, evil.example",
                "l\u00f6calhost"
            })
    void a_host_that_is_not_this_machine_is_not_served(String host) {
        for (var route : ROUTES) {
            var answer = raw("GET " + route + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n");
            assertThat(answer.status()).isIn(400, 500);
            assertThat(answer.headers().all("set-cookie")).isEmpty();
            assertThat(answer.text()).doesNotContain("csrfToken", "signinUrl");
        }
        good();
    }

    @Test
    void two_host_headers_or_none_are_rejected() {
        assertThat(
                        raw("GET /auth/session HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                                .status())
                .isEqualTo(400);
        assertThat(raw("GET /auth/session HTTP/1.1\r\nConnection: close\r\n\r\n")
                        .status())
                .isEqualTo(400);
        good();
    }

    @Test
    void bytes_that_are_not_HTTP_get_no_page() {
        for (var text : List.of(
                "\r\n\r\n\r\n",
                "GET\r\n\r\n",
                "GET /auth/session\r\n\r\n",
                "GET /auth/session HTTP/9.9\r\nHost: localhost\r\n\r\n",
                "GET /auth/session HTTP/1.1\r\nHost: localhost\r\nBad Header: x\r\nConnection: close\r\n\r\n",
                "GET /auth/session HTTP/1.1\r\nHost: localhost\r\n folded: x\r\nConnection: close\r\n\r\n",
                "\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n")) {
            try {
                assertThat(remote.send(text.getBytes(ISO_8859_1)).status()).isIn(400, 426, 505);
            } catch (UncheckedIOException e) {
                // It hung up, which is an answer too.
            }
        }
        good();
    }

    // --- the promises ---

    /** Checks what every answer promises, and returns its status. */
    private static int promises(Response answer) {
        assertThat(PLAIN).contains(answer.status());
        if (answer.status() == 500) {
            assertThat(answer.header("content-type").orElse("")).startsWith("text/html");
            assertThat(answer.text()).contains("error");
        }
        assertThat(answer.body().length).isLessThan(100_000);
        for (var field : answer.headers().fields()) {
            assertThat(field.value()).matches("[\\t\\x20-\\x7e]*");
            assertThat(field.value()).doesNotContain("<script>");
            assertThat(field.name()).doesNotContainIgnoringCase("injected");
        }
        assertThat(answer.headers().all("set-cookie"))
                .noneMatch(line -> line.startsWith("x=1") || line.startsWith("authjs.session-token=ey"));
        assertThat(answer.text())
                .doesNotContain(MARK)
                .doesNotContain("zqxjk<", "zqxjk\"", "Exception", "at dev.cardea", "org.eclipse.jetty");
        assertThat(ADAPTER.toString()).startsWith(rows);
        assertThat(INBOX.mails().size()).isEqualTo(mails);
        return answer.status();
    }

    private static String rows = "";
    private static long asked;
    private static int mails;

    /** The next good request works, and nothing secret was logged until now. */
    private static void good() {
        rows = ADAPTER.toString();
        mails = INBOX.mails().size();
        var answer = get("/auth/session");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).isEqualTo("null");
        assertThat(OP.calls("/token") + OP.calls("/userinfo")).isEqualTo(asked);
        assertThat(LOG).noneMatch(line -> line.contains(SECRET) || line.contains(TOKEN) || line.contains("eyJ"));
    }

    @BeforeEach
    @AfterEach
    void works() {
        good();
    }

    private static String host(String... headers) {
        var lines = new StringBuilder("Host: localhost:" + remote.port() + "\r\nConnection: close\r\n");
        for (var header : headers) lines.append(header).append("\r\n");
        return lines.append("\r\n").toString();
    }

    private static Response get(String target, String... headers) {
        return raw("GET " + target + " HTTP/1.1\r\n" + host(headers));
    }

    private static Response post(String target, String type, String body, String cookies) {
        var request =
                Request.of("POST", "http://localhost:" + remote.port() + "/").body(body);
        var headers = request.headers();
        if (!type.isEmpty()) headers = headers.with("Content-Type", type);
        if (!cookies.isEmpty()) headers = headers.with("Cookie", cookies);
        return remote.handle(Request.of("POST", "http", target, headers, request.body(), null));
    }

    private static Response raw(String text) {
        return remote.send(text.getBytes(UTF_8));
    }

    /** Sends less than was promised, and ends. */
    private static Response brokenOff(String text) throws IOException {
        return sent(text, false);
    }

    /** Sends chunks until the server has had enough, a hundred megabytes at most. */
    private static Response endless(String text) throws IOException {
        return sent(text, true);
    }

    private static Response sent(String text, boolean goOn) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), remote.port())) {
            socket.setSoTimeout(60_000);
            var out = socket.getOutputStream();
            out.write(text.getBytes(UTF_8));
            var chunk = ("10000\r\n" + "x".repeat(0x10000) + "\r\n").getBytes(UTF_8);
            try {
                for (int i = 0; goOn && i < 1_600 && socket.getInputStream().available() == 0; i++) out.write(chunk);
                out.flush();
                socket.shutdownOutput();
            } catch (IOException e) {
                // It has had enough.
            }
            return Remote.read(socket.getInputStream());
        }
    }
}
