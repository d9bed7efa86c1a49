package dev.cardea.it;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.testing.LocalServer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Against the server: a process behind a reverse proxy, and an application that decides through hooks. */
@Tag("browser")
@Tag("node")
@Tag("part")
@Tag("process")
class ServerBrowserClientTest extends BrowserClientTests {
    @TempDir
    static Path directory;

    private LocalServer app;
    private ServerProcess server;

    @Override
    HttpHandler cardea(String url, String issuer) throws Exception {
        app = LocalServer.start(0, ServerBrowserClientTest::decide);
        server = ServerProcess.start(directory, """
                url: %s
                basePath: /api/auth
                secret: %s
                port: 0
                providers:
                  - { id: op, type: oidc, name: Demo ID, issuer: "%s", clientId: app, clientSecret: app-secret,
                      checks: [pkce, state, nonce] }
                  - credentials
                hooks: { url: "%s/hooks", callbacks: [authorize, jwt] }
                """.formatted(url, SECRET, issuer, app.url()));
        var remote = new Remote(server.port());
        return request -> remote.handle(forwarded(request));
    }

    @AfterAll
    void end() throws Exception {
        if (server != null) server.close();
        if (app != null) app.close();
    }

    /** What concerns one connection only is not passed on (RFC 9110 §7.6.1). */
    private static Request forwarded(Request request) {
        return request.headers(request.headers().without("connection").without("content-length"));
    }

    private static Response decide(Request request) {
        var asked = Json.parseObject(request.text(), Json.TRUSTED_DEPTH);
        return switch (request.path()) {
            case "/hooks/callbacks/authorize" -> authorize(Claims.of((Map<?, ?>) asked.value("credentials")));
            case "/hooks/callbacks/jwt" -> jwt(asked);
            default -> Response.of(404);
        };
    }

    private static Response authorize(Claims credentials) {
        if ("locked".equals(credentials.text("password"))) {
            var locked = Claims.of("type", "CredentialsSignin").with("code", "locked");
            return Response.json(200, Claims.of("error", locked).toJson());
        }
        if (!"correct horse".equals(credentials.text("password"))) return result(null);
        return result(
                Claims.of("id", "42").with("name", credentials.text("username")).with("email", "ada@example.com"));
    }

    private static Response jwt(Claims asked) {
        var token = Claims.of((Map<?, ?>) asked.value("token"));
        boolean renames = "update".equals(asked.text("trigger"))
                && asked.value("session") instanceof Map<?, ?> wanted
                && wanted.get("name") instanceof String;
        if (!renames) return Response.of(204);
        return result(token.with("name", ((Map<?, ?>) asked.value("session")).get("name")));
    }

    private static Response result(Object value) {
        return Response.json(200, Claims.of("result", value).toJson());
    }
}
