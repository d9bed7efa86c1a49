package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** An application that fails while a session is read: who is signed in is unknown then, and no user is signed out. */
class FailingHooksTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String NAME = "authjs.session-token";
    private static final int PATIENT = 60_000;

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Receiver app;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver();
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
        app.close();
    }

    static Stream<Arguments> failures() {
        return Stream.of("jwt", "session")
                .flatMap(callback -> Stream.of(
                                Reply.status(302),
                                Reply.status(400),
                                Reply.status(401),
                                Reply.status(404),
                                Reply.status(500),
                                Reply.status(503),
                                Reply.of(""),
                                Reply.of("{\"result\":"),
                                Reply.of("{}"),
                                Reply.of("{\"error\":{\"type\":\"Boom\"}}"),
                                Reply.of("<html>not an answer of a hook</html>"))
                        .map(reply -> Arguments.of(callback, reply)));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void an_answer_that_is_none_leaves_the_session_as_it_was(String callback, Reply reply) throws Exception {
        serve(app.url(), callback, PATIENT);
        assertThat(session().body()).contains("Ada");
        app.on("callbacks/" + callback, reply);
        isUnknown();
        app.on("callbacks/" + callback, Reply.status(204));
        assertThat(session().body()).contains("Ada");
    }

    @ParameterizedTest
    @MethodSource("callbacks")
    void an_application_that_is_away_leaves_the_session_as_it_was(String callback) throws Exception {
        var url = app.url();
        app.close();
        serve(url, callback, PATIENT);
        isUnknown();
    }

    @ParameterizedTest
    @MethodSource("callbacks")
    void an_application_that_is_slow_leaves_the_session_as_it_was(String callback) throws Exception {
        serve(app.url(), callback, 300);
        app.on("callbacks/" + callback, new Reply(200, "{\"result\":{\"sub\":\"7\"}}", 3_000));
        isUnknown();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            jwt | 5
            session | 5
            session | "Ada"
            session | ""
            session | []
            session | [{"user":{"name":"Ada"}}]
            session | true
            session | false
            """)
    void a_callback_that_returns_no_object_leaves_the_session_unchanged(String callback, String result)
            throws Exception {
        serve(app.url(), callback, PATIENT);
        app.on("callbacks/" + callback, Reply.of("{\"result\":" + result + "}"));
        isUnknown();
    }

    /** The visitor's browser remembers where it came from, and that address is checked on each request. */
    @Test
    void a_redirect_callback_that_fails_leaves_the_session_as_it_was() throws Exception {
        serve(app.url(), "redirect", PATIENT);
        app.on("callbacks/redirect", Reply.status(500));
        var request = HttpRequest.newBuilder(URI.create(url() + "/auth/session"))
                .header("Cookie", cookie() + "; authjs.callback-url=http%3A%2F%2Flocalhost%2Fx")
                .build();
        var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(app.calls).isNotEmpty();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("null");
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(line -> line.startsWith(NAME));
    }

    /** The visitor is still signed in, and is not shown a page that says otherwise. */
    @Test
    void a_sign_out_while_redirect_fails_leads_to_the_error_page_with_its_reference() throws Exception {
        serve(app.url(), "redirect", PATIENT);
        var csrf = http.send(
                HttpRequest.newBuilder(URI.create(url() + "/auth/csrf")).build(), HttpResponse.BodyHandlers.ofString());
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var its = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        app.on("callbacks/redirect", Reply.status(500));
        var answer = http.send(
                HttpRequest.newBuilder(URI.create(url() + "/auth/signout"))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Accept", "text/html")
                        .header("Cookie", its + "; " + cookie())
                        .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&callbackUrl=%2Fbye"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(302);
        var to = answer.headers().firstValue("location").orElseThrow();
        assertThat(to).isEqualTo(url() + "/auth/error?error=Configuration");
        var set = answer.headers().allValues("set-cookie");
        assertThat(set).noneMatch(line -> line.startsWith(NAME));
        var reference = set.stream()
                .filter(line -> line.startsWith("cardea.error-id="))
                .findFirst()
                .orElseThrow()
                .replaceAll(";.*", "");
        var page = http.send(
                HttpRequest.newBuilder(URI.create(to))
                        .header("Cookie", reference)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(page.statusCode()).isEqualTo(500);
        assertThat(page.body()).contains(reference.substring(reference.indexOf('=') + 1));
        assertThat(session().body()).contains("Ada");
    }

    /** The counterpart: what is known is not taken for unknown. */
    @ParameterizedTest
    @MethodSource("callbacks")
    void an_application_that_ends_the_session_is_heard(String callback) throws Exception {
        serve(app.url(), callback, PATIENT);
        app.on("callbacks/" + callback, Reply.of("{\"result\":null}"));
        assertThat(session().body()).isEqualTo("null");
        if (callback.equals("jwt")) {
            assertThat(session().headers().allValues("Set-Cookie")).anyMatch(line -> line.startsWith(NAME + "=;"));
        }
        assertThat(bridged().statusCode()).isEqualTo(200);
        assertThat(bridged().body()).contains("\"body\":null");
    }

    static Stream<String> callbacks() {
        return Stream.of("jwt", "session");
    }

    private void isUnknown() throws Exception {
        var answer = session();
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("null");
        assertThat(answer.headers().allValues("Set-Cookie")).noneMatch(line -> line.startsWith(NAME));
        var bridged = bridged();
        assertThat(bridged.statusCode()).isEqualTo(503);
        assertThat(bridged.body()).contains("\"cookies\":[]", "\"error\":{").doesNotContain("\"body\":");
    }

    private void serve(String hooks, String callback, int timeout) throws Exception {
        var file = Files.writeString(directory.resolve("c.yml"), """
                env: test
                secret: %s
                bridge: true
                hooks:
                  url: %s
                  callbacks: [%s]
                  timeout: %d
                """.formatted(SECRET, hooks, callback, timeout));
        var settings = ConfigFile.read(file, Env.none());
        server = HttpServer.start(
                "127.0.0.1", 0, new PublicEndpoints(Auth.of(settings.auth()), "/auth"), settings.hooks());
    }

    private HttpResponse<String> session() throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url() + "/auth/session"))
                .header("Cookie", cookie())
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> bridged() throws Exception {
        var unsigned = Request.get(url() + "/auth/session")
                .header("Cookie", cookie())
                .header("X-Forwarded-Proto", "http")
                .header("X-Forwarded-Host", "127.0.0.1:" + server.port());
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.READ, unsigned, Instant.now());
        var request = HttpRequest.newBuilder(URI.create(url() + "/auth/session"));
        for (var field : signed.headers().fields()) {
            if (!field.name().equalsIgnoreCase("host")) request.header(field.name(), field.value());
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String cookie() {
        var claims = Claims.of("sub", "7").with("name", "Ada");
        return NAME + "=" + Jwt.encode(new EncodeParams(claims, Secrets.of(SECRET), NAME, 3600));
    }

    private String url() {
        return "http://127.0.0.1:" + server.port();
    }
}
