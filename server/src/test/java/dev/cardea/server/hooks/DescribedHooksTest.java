package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.Auth;
import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.config.Env;
import dev.cardea.error.ApplicationUnavailableException;
import dev.cardea.hooks.Hooks;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import dev.cardea.testing.Eventually;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that says itself which hooks it has. */
class DescribedHooksTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String NAME = "authjs.session-token";
    private static final Reply ANN = Reply.of("{\"result\":{\"id\":7,\"name\":\"Ann\",\"email\":\"ann@example.com\"}}");
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Receiver app;
    private Hooks hooks;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver().on("callbacks/authorize", ANN);
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
        app.close();
    }

    @Test
    void a_callback_that_the_application_describes_is_asked_and_no_other() throws Exception {
        app.describes(SECRET, List.of("authorize", "signIn"), List.of("signIn"));
        serve("");
        assertThat(location(signIn())).isEqualTo(url() + "/in");
        hooks.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::name)
                .containsExactly("callbacks/authorize", "callbacks/signIn", "events/signIn");
    }

    @Test
    void until_the_application_has_answered_sign_ins_are_503_and_sessions_unknown() throws Exception {
        app.on("describe", Reply.status(500));
        serve("");
        var refused = signIn();
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        assertThat(refused.body()).contains("Reference").doesNotContain(app.url());
        var session = session();
        assertThat(session.statusCode()).isEqualTo(200);
        assertThat(session.body()).isEqualTo("null");
        assertThat(session.headers().allValues("Set-Cookie")).noneMatch(line -> line.startsWith(NAME));
        app.describes(SECRET, List.of("authorize"), List.of());
        Eventually.passes(() -> assertThat(location(signIn())).isEqualTo(url() + "/in"));
        assertThat(session().body()).contains("Ada");
    }

    static List<Reply> impostors() {
        return List.of(
                Reply.of("{\"callbacks\":[\"authorize\"],\"events\":[]}"),
                Reply.of("{}"),
                Reply.of("<html>"),
                Reply.status(204),
                Reply.status(302),
                Reply.status(401),
                Reply.status(404));
    }

    @ParameterizedTest
    @MethodSource("impostors")
    void a_description_that_is_not_signed_counts_for_nothing(Reply reply) throws Exception {
        app.on("describe", reply);
        serve("");
        assertThat(signIn().statusCode()).isEqualTo(503);
        // It hears that the sign-in failed, and decides nothing.
        assertThat(app.calls).noneMatch(call -> call.name().startsWith("callbacks/"));
    }

    @Test
    void a_description_that_another_secret_signed_counts_for_nothing() throws Exception {
        app.describes("another-secret-another-secret-32", List.of("authorize"), List.of());
        serve("");
        assertThat(signIn().statusCode()).isEqualTo(503);
    }

    /** An attacker on the way cannot keep a description without the callback that decides, and send it again. */
    @Test
    void a_description_for_another_question_counts_for_nothing() throws Exception {
        byte[] body = "{\"callbacks\":[\"authorize\"],\"events\":[]}".getBytes(StandardCharsets.UTF_8);
        app.on("describe", new Reply(200, body, 0, Receiver.answerSignature(SECRET, "0123", body)));
        serve("");
        assertThat(signIn().statusCode()).isEqualTo(503);
    }

    @Test
    void a_callback_that_was_there_once_stays_required() throws Exception {
        app.describes(SECRET, List.of("authorize", "signIn"), List.of());
        serve("");
        assertThat(signIn().statusCode()).isEqualTo(302);
        app.describes(SECRET, List.of("authorize"), List.of());
        assertThat(hooks.examine().errors()).singleElement().asString().contains("callback signIn", "restart");
        assertThat(signIn().statusCode()).isEqualTo(503);
        app.describes(SECRET, List.of("authorize", "signIn"), List.of());
        Eventually.passes(() -> assertThat(signIn().statusCode()).isEqualTo(302));
    }

    @ParameterizedTest
    @ValueSource(strings = {"signIn", "redirect", "jwt", "session", "authorized", "profile", "account"})
    void a_callback_that_was_there_before_a_reload_stays_required(String callback) throws Exception {
        app.describes(SECRET, List.of("authorize", callback), List.of());
        serve("");
        hooks.examine();
        app.describes(SECRET, List.of("authorize"), List.of());
        for (int i = 0; i < 2; i++) {
            hooks = hooks.withSettings(hooks.settings(), List.of(SECRET));
            assertThat(hooks.examine().errors()).singleElement().asString().contains("callback " + callback, "restart");
            assertThatThrownBy(hooks::requireReady).isInstanceOf(ApplicationUnavailableException.class);
        }
        app.describes(SECRET, List.of("authorize", callback), List.of());
        hooks = hooks.withSettings(hooks.settings(), List.of(SECRET));
        assertThat(hooks.examine().errors()).isEmpty();
    }

    @Test
    void a_callback_that_the_file_does_not_list_is_an_error() throws Exception {
        app.describes(SECRET, List.of("authorize", "signIn"), List.of("signOut"));
        serve("callbacks: [authorize], events: [signIn]");
        assertThat(signIn().statusCode()).isEqualTo(503);
        assertThat(hooks.examine().errors()).singleElement().asString().contains("signIn", "does not list it");
        assertThat(hooks.examine().warnings()).hasSize(2);
    }

    @Test
    void a_callback_that_the_application_lacks_is_an_error() throws Exception {
        app.describes(SECRET, List.of("authorize"), List.of());
        serve("callbacks: [authorize, signIn]");
        assertThat(signIn().statusCode()).isEqualTo(503);
        assertThat(hooks.examine().errors()).singleElement().asString().contains("signIn", "no such callback");
    }

    @Test
    void a_receiver_without_describe_serves_the_names_of_the_file() throws Exception {
        app.on("describe", Reply.status(404));
        serve("callbacks: [authorize], events: [signIn]");
        assertThat(location(signIn())).isEqualTo(url() + "/in");
        assertThat(hooks.examine().errors()).isEmpty();
    }

    @Test
    void a_credentials_provider_without_authorize_in_the_application_is_an_error() throws Exception {
        app.describes(SECRET, List.of("signIn"), List.of());
        serve("");
        assertThat(signIn().statusCode()).isEqualTo(503);
        assertThat(hooks.examine().errors()).singleElement().asString().contains("authorize");
    }

    @Test
    void the_application_is_asked_at_start_without_a_request() throws Exception {
        app.describes(SECRET, List.of("authorize", "redirect"), List.of());
        serve("");
        hooks.start();
        assertThat(hooks.errors(LONG)).isEmpty();
        assertThat(app.descriptions).hasSize(1);
        assertThat(described())
                .contains("\"hooks\":{\"callbacks\":[\"authorize\",\"redirect\"],\"events\":[],\"auto\":true");
    }

    @Test
    void an_application_that_wants_a_slash_at_the_end_of_paths_registers_and_is_asked() throws Exception {
        app.wantsSlash().describes(SECRET, List.of("authorize", "signIn"), List.of("signIn"));
        serve("");
        assertThat(location(signIn())).isEqualTo(url() + "/in");
        hooks.drain(LONG);
        assertThat(app.calls)
                .extracting(Receiver.Call::name)
                .containsExactly("callbacks/authorize", "callbacks/signIn", "events/signIn");
        assertThat(app.redirects).containsExactly("/hooks/describe");
    }

    @Test
    void an_event_that_the_file_awaits_is_heard_before_the_answer() throws Exception {
        app.describes(SECRET, List.of("authorize"), List.of("signIn"));
        var heard = new CountDownLatch(1);
        var finish = new CountDownLatch(1);
        app.on("events/signIn", call -> {
            heard.countDown();
            return after(finish);
        });
        serve("awaited: [signIn]");
        var answer = CompletableFuture.supplyAsync(this::signedIn);
        assertThat(heard.await(60, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> answer.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        finish.countDown();
        assertThat(location(answer.get(60, TimeUnit.SECONDS))).isEqualTo(url() + "/in");
        hooks.drain(LONG);
        assertThat(app.calls).extracting(Receiver.Call::name).containsExactly("callbacks/authorize", "events/signIn");
    }

    @Test
    void events_that_the_file_does_not_await_delay_no_answer() throws Exception {
        var answered = new CountDownLatch(1);
        app.describes(SECRET, List.of("authorize"), List.of("signIn"));
        app.on("events/signIn", call -> after(answered));
        serve("awaited: []");
        assertThat(location(signIn())).isEqualTo(url() + "/in");
        answered.countDown();
        hooks.drain(LONG);
        assertThat(app.calls).extracting(Receiver.Call::name).contains("events/signIn");
    }

    private static Reply after(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
            return Reply.status(204);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void serve(String names) throws Exception {
        var file = Files.writeString(
                directory.resolve("c.yml"), """
                env: test
                secret: %s
                bridge: true
                providers: [credentials]
                hooks: { url: "%s", timeout: 60000%s }
                """.formatted(SECRET, app.url(), names.isEmpty() ? "" : ", " + names));
        var settings = ConfigFile.read(file, Env.none());
        hooks = settings.hooks();
        server = HttpServer.start("127.0.0.1", 0, new PublicEndpoints(Auth.of(settings.auth()), "/auth"), hooks);
    }

    private HttpResponse<String> signIn() throws Exception {
        var csrf = http.send(
                HttpRequest.newBuilder(URI.create(url() + "/auth/csrf")).build(), text());
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        app.calls.clear();
        var post = HttpRequest.newBuilder(URI.create(url() + "/auth/callback/credentials"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&callbackUrl=%2Fin&username=ann"))
                .build();
        return http.send(post, text());
    }

    private HttpResponse<String> signedIn() {
        try {
            return signIn();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> session() throws Exception {
        var claims = Claims.of("sub", "7").with("name", "Ada");
        var cookie = NAME + "=" + Jwt.encode(new EncodeParams(claims, Secrets.of(SECRET), NAME, 3600));
        var request =
                HttpRequest.newBuilder(URI.create(url() + "/auth/session")).header("Cookie", cookie);
        return http.send(request.build(), text());
    }

    private String described() throws Exception {
        var unsigned = Request.get(url() + "/auth/providers")
                .header("X-Forwarded-Proto", "http")
                .header("X-Forwarded-Host", "127.0.0.1:" + server.port());
        var signed = new BridgeSigner(SECRET).sign(BridgeMode.READ, unsigned, Instant.now());
        var request = HttpRequest.newBuilder(URI.create(url() + "/auth/providers"));
        for (var field : signed.headers().fields()) {
            if (!field.name().equalsIgnoreCase("host")) request.header(field.name(), field.value());
        }
        return http.send(request.build(), text()).body();
    }

    private static HttpResponse.BodyHandler<String> text() {
        return HttpResponse.BodyHandlers.ofString();
    }

    private static String location(HttpResponse<?> answer) {
        return answer.headers().firstValue("location").orElse("none");
    }

    private String url() {
        return "http://127.0.0.1:" + server.port();
    }
}
