package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hooks as an application sees them: from a file, through a server, over the wire. */
class ServedHooksTest {
    private static final String ANN = "{\"result\":{\"id\":7,\"name\":\"Ann\",\"email\":\"ann@example.com\"}}";

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();
    private Receiver app;
    private ServerSettings settings;
    private HttpServer server;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver();
        app.on("callbacks/authorize", Reply.of(ANN));
    }

    @AfterEach
    void stop() {
        if (server != null) server.close();
        app.close();
    }

    @Test
    void authorize_receives_the_visitors_request() throws Exception {
        serve("url: https://app.example\ntrustedProxies: [127.0.0.0/8]");
        signIn("X-Forwarded-For", "203.0.113.9, 127.0.0.1");
        var request = in("request", asked("callbacks/authorize"));
        assertThat(request.text("ip")).isEqualTo("203.0.113.9");
        assertThat(request.text("url")).isEqualTo("https://app.example/auth/callback/credentials");
        assertThat(in("headers", request).text("host")).isEqualTo("app.example");
        assertThat(in("headers", request).has("cookie")).isFalse();
    }

    @Test
    void a_forwarded_address_from_an_untrusted_proxy_is_ignored() throws Exception {
        serve("url: https://app.example\ntrustedProxies: [10.0.0.0/8]");
        signIn("X-Forwarded-For", "203.0.113.9");
        assertThat(in("request", asked("callbacks/authorize")).text("ip")).isEqualTo("127.0.0.1");
    }

    @Test
    void authorize_receives_what_was_entered_without_cardeas_own_fields() throws Exception {
        serve("");
        signIn("X-A", "1");
        assertThat(in("credentials", asked("callbacks/authorize")).toJson()).isEqualTo("{\"username\":\"ann\"}");
        assertThat(asked("callbacks/authorize").text("provider")).isEqualTo("credentials");
    }

    @Test
    void a_sign_in_asks_and_tells_in_order_with_ids_as_texts() throws Exception {
        serve("");
        assertThat(signIn("X-A", "1").headers().firstValue("location")).hasValue(url() + "/in");
        settings.hooks().drain(Duration.ofSeconds(60));
        assertThat(app.calls)
                .extracting(Receiver.Call::name)
                .containsExactly(
                        "callbacks/redirect",
                        "callbacks/authorize",
                        "callbacks/signIn",
                        "callbacks/jwt",
                        "events/signIn");
        assertThat(in("user", asked("callbacks/signIn")).text("id")).isEqualTo("7");
        assertThat(in("account", asked("callbacks/signIn")).text("providerAccountId"))
                .isEqualTo("7");
        assertThat(asked("callbacks/jwt").text("trigger")).isEqualTo("signIn");
        assertThat(asked("callbacks/jwt").has("session")).isFalse();
        assertThat(in("user", asked("events/signIn")).text("name")).isEqualTo("Ann");
    }

    @Test
    void an_application_that_fails_ends_as_a_callback_that_throws_would() throws Exception {
        serve("");
        app.on("callbacks/authorize", Reply.of("{\"error\":{\"type\":\"CredentialsSignin\",\"code\":\"locked\"}}"));
        assertThat(signIn("X-A", "1").headers().firstValue("location"))
                .hasValue(url() + "/auth/signin?error=CredentialsSignin&code=locked");
        app.on("callbacks/authorize", Reply.of("{\"result\":null}"));
        assertThat(signIn("X-A", "1").headers().firstValue("location"))
                .hasValue(url() + "/auth/signin?error=CredentialsSignin&code=credentials");
        app.on("callbacks/authorize", Reply.status(204));
        assertThat(signIn("X-A", "1").headers().firstValue("location"))
                .hasValue(url() + "/auth/error?error=Configuration");
        app.on("callbacks/authorize", Reply.of(ANN))
                .on("callbacks/signIn", Reply.of("{\"error\":{\"type\":\"Boom\"}}"));
        assertThat(signIn("X-A", "1").headers().firstValue("location"))
                .hasValue(url() + "/auth/error?error=AccessDenied");
        app.on("callbacks/signIn", Reply.status(204)).on("callbacks/jwt", Reply.status(500));
        assertThat(signIn("X-A", "1").headers().firstValue("location"))
                .hasValue(url() + "/auth/error?error=Configuration");
    }

    @Test
    void a_session_goes_to_the_browser_as_the_application_wrote_it() throws Exception {
        serve("");
        var cookie = signIn("X-A", "1").headers().allValues("set-cookie").stream()
                .filter(c -> c.startsWith("authjs.session-token="))
                .findFirst()
                .orElseThrow()
                .replaceAll(";.*", "");
        app.on("callbacks/session", Reply.of("{\"result\":{\"z\":[1,null],\"a\":{\"c\":1.5,\"b\":\"\u00fc\"}}}"));
        var answer = http.send(
                HttpRequest.newBuilder(URI.create(url() + "/auth/session"))
                        .header("Cookie", cookie)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.body()).isEqualTo("{\"z\":[1,null],\"a\":{\"c\":1.5,\"b\":\"\u00fc\"}}");
        var asked = asked("callbacks/session");
        assertThat(in("session", asked).text("expires")).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
        assertThat(in("token", asked).text("sub")).isEqualTo("7");
        assertThat(asked.has("user")).isFalse();
    }

    private void serve(String more) throws Exception {
        var file = Files.writeString(directory.resolve("c.yml"), """
                env: test
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                providers: [credentials]
                hooks:
                  url: %s
                  callbacks: [signIn, redirect, jwt, session, authorize]
                  events: [signIn]
                """.formatted(app.url()) + more + "\n");
        settings = ConfigFile.read(file, Env.none());
        server = HttpServer.start(
                "127.0.0.1", 0, new PublicEndpoints(Auth.of(settings.auth()), "/auth"), settings.hooks());
    }

    private HttpResponse<String> signIn(String header, String value) throws Exception {
        var csrf = http.send(
                HttpRequest.newBuilder(URI.create(url() + "/auth/csrf")).build(), HttpResponse.BodyHandlers.ofString());
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        app.calls.clear();
        var post = HttpRequest.newBuilder(URI.create(url() + "/auth/callback/credentials"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .header(header, value)
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&callbackUrl=%2Fin&username=ann"))
                .build();
        return http.send(post, HttpResponse.BodyHandlers.ofString());
    }

    private Claims asked(String name) {
        var call = app.calls.stream().filter(c -> c.name().equals(name)).findFirst();
        return Json.parseObject(call.orElseThrow().body(), Json.TRUSTED_DEPTH);
    }

    private static Claims in(String key, Claims object) {
        return Claims.of((Map<?, ?>) object.value(key));
    }

    private String url() {
        return "http://127.0.0.1:" + server.port();
    }
}
