package dev.cardea.server.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.Jwt;
import dev.cardea.token.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Forward authentication whose pages the application decides about. */
class AuthorizedHookTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String COOKIE = "__Secure-authjs.session-token";

    @TempDir
    Path directory;

    private Receiver app;
    private Auth auth;

    @BeforeEach
    void start() throws Exception {
        app = new Receiver().describes(SECRET, List.of("authorized"), List.of());
        var file = Files.writeString(directory.resolve("cardea.yml"), """
                env: test
                secret: %s
                url: https://a.example
                trustedProxies: [10.0.0.0/8]
                forwardAuth: { audience: "https://a.example", public: [/docs/*] }
                hooks: { url: "%s", timeout: 60000 }
                """.formatted(SECRET, app.url()));
        auth = Auth.of(ConfigFile.read(file, Env.none()).auth());
    }

    @AfterEach
    void stop() {
        app.close();
    }

    private Response ask(String path, boolean isSignedIn) {
        var headers = Headers.of("Host", "a.example");
        if (isSignedIn) {
            var claims = Claims.of("sub", "7").with("name", "Ada");
            var token = Jwt.encode(new EncodeParams(claims, Secrets.of(SECRET), COOKIE, 3_600));
            headers = headers.with("Cookie", COOKIE + "=" + token);
        }
        var asked = Request.of("GET", "http", "/auth/verify/ext-authz" + path, headers, new byte[0], "10.0.0.1");
        return auth.handle(asked);
    }

    @Test
    void the_application_decides_about_a_signed_in_user_and_is_not_asked_about_others() {
        app.on(
                "callbacks/authorized",
                call -> Reply.of("{\"result\":" + call.body().contains("\"path\":\"/orders/1\"") + "}"));
        var passed = ask("/orders/1", true);
        assertThat(passed.status()).isEqualTo(200);
        assertThat(passed.header("Cardea-User-Name")).hasValue("Ada");
        assertThat(app.calls.get(0).body())
                .contains("\"name\":\"Ada\"", "\"url\":\"https://a.example/orders/1\"")
                .doesNotContain("session-token");
        var denied = ask("/orders/2", true);
        assertThat(denied.status()).isEqualTo(403);
        assertThat(denied.header("Cardea-User-Name")).isEmpty();
        app.calls.clear();
        assertThat(ask("/orders/1", false).status()).isEqualTo(401);
        assertThat(ask("/docs/a", true).status()).isEqualTo(200);
        assertThat(app.calls).isEmpty();
    }

    @Test
    void without_a_decision_the_page_is_503() {
        for (var answer : List.of(
                Reply.status(500),
                Reply.of("{\"result\":\"true\"}"),
                Reply.of("{\"error\":{\"type\":\"Boom\"}}"),
                Reply.redirect(302, "https://attacker.example/"))) {
            app.on("callbacks/authorized", answer);
            assertThat(ask("/orders/1", true).status()).as("%s", answer).isEqualTo(503);
        }
        app.on("callbacks/authorized", Reply.of("{\"result\":true}"));
        assertThat(ask("/orders/1", true).status()).isEqualTo(200);
        app.close();
        var closed = ask("/orders/1", true);
        assertThat(closed.status()).isEqualTo(503);
        assertThat(closed.header("Cardea-User-Name")).isEmpty();
        assertThat(closed.headers().all("Set-Cookie"))
                .as("the user stays signed in")
                .isEmpty();
    }

    @Test
    void a_callback_that_the_application_had_stays_required() {
        app.on("callbacks/authorized", Reply.of("{\"result\":false}"));
        assertThat(ask("/orders/1", true).status()).isEqualTo(403);
        app.on("callbacks/authorized", Reply.status(404));
        assertThat(ask("/orders/1", true).status()).isEqualTo(503);
    }
}
