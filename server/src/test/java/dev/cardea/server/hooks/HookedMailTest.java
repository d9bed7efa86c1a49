package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An application that sends the mails with sign-in links itself. */
class HookedMailTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @TempDir
    Path directory;

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

    @Test
    void the_application_sends_the_mail_of_a_provider_without_a_server() throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest", "generateVerificationToken"), List.of());
        app.on("callbacks/sendVerificationRequest", Reply.of("{\"result\":null}"));
        app.on("callbacks/generateVerificationToken", Reply.of("{\"result\":\"code-123456\"}"));
        serve();
        assertThat(askForLink()).contains("/auth/verify-request");
        var asked = asked("callbacks/sendVerificationRequest");
        assertThat(asked.text("identifier")).isEqualTo("ada@example.com");
        assertThat(asked.text("token")).isEqualTo("code-123456");
        assertThat(asked.text("url")).contains("token=code-123456");
        assertThat(asked.text("expires")).endsWith("Z");
        assertThat(in("provider", asked).toJson())
                .isEqualTo("{\"id\":\"mail\",\"type\":\"email\",\"name\":\"Email\",\"maxAge\":86400}");
        assertThat(in("theme", asked).text("colorScheme")).isEqualTo("auto");
        assertThat(in("headers", in("request", asked)).has("cookie")).isFalse();
        app.on("callbacks/generateVerificationToken", Reply.of("{\"result\":\"code-654321\"}"));
        app.on("callbacks/sendVerificationRequest", Reply.of("{\"error\":{\"type\":\"Error\",\"message\":\"full\"}}"));
        assertThat(askForLink()).contains("error=EmailSignin");
    }

    @Test
    void a_provider_without_a_server_needs_an_application_that_sends() throws Exception {
        app.describes(SECRET, List.of("signIn"), List.of());
        serve();
        assertThat(askForLink()).isEqualTo("503");
    }

    @Test
    void the_application_sends_the_code_that_cardea_made() throws Exception {
        app.describes(SECRET, List.of("sendVerificationRequest", "generateVerificationToken"), List.of());
        app.on("callbacks/sendVerificationRequest", Reply.of("{\"result\":null}"));
        serve("{ id: mail, type: email, codes: true }");
        assertThat(askForLink()).contains("/auth/verify-request");
        var asked = asked("callbacks/sendVerificationRequest");
        assertThat(asked.text("token")).matches("[0-9]{8}");
        assertThat(in("provider", asked).toJson())
                .isEqualTo("{\"id\":\"mail\",\"type\":\"email\",\"name\":\"Email\",\"maxAge\":600,\"codes\":true}");
    }

    private void serve() throws Exception {
        serve("{ id: mail, type: email }");
    }

    private void serve(String provider) throws Exception {
        var file = Files.writeString(directory.resolve("c.yml"), """
                env: test
                secret: %s
                store: memory
                providers: [%s]
                hooks: { url: "%s", timeout: 60000 }
                """.formatted(SECRET, provider, app.url()));
        var settings = ConfigFile.read(file, Env.none());
        server = HttpServer.start(
                "127.0.0.1", 0, new PublicEndpoints(Auth.of(settings.auth()), "/auth"), settings.hooks());
    }

    /** Returns where the browser is sent, or the status. */
    private String askForLink() throws Exception {
        var http = HttpClient.newHttpClient();
        var url = "http://127.0.0.1:" + server.port() + "/auth";
        var csrf = http.send(
                HttpRequest.newBuilder(URI.create(url + "/csrf")).build(), HttpResponse.BodyHandlers.ofString());
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        app.calls.clear();
        var post = HttpRequest.newBuilder(URI.create(url + "/signin/mail"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&email=ada%40example.com"))
                .build();
        var answer = http.send(post, HttpResponse.BodyHandlers.ofString());
        return answer.headers().firstValue("location").orElse(String.valueOf(answer.statusCode()));
    }

    private Claims asked(String name) {
        var call = app.calls.stream().filter(each -> each.name().equals(name)).findFirst();
        return Json.parseObject(call.orElseThrow().body(), Json.TRUSTED_DEPTH);
    }

    private static Claims in(String key, Claims object) {
        return Claims.of((Map<?, ?>) object.value(key));
    }
}
