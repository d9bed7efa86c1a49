package dev.cardea.examples.guides;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.Auth;
import dev.cardea.adapter.Adapter;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.StoreUnavailableException;
import dev.cardea.examples.SourceTree;
import dev.cardea.forward.ForwardAuth;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.LocalServer;
import dev.cardea.testing.Network;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The proxies in front of an application, as the guide configures them. */
@Tag("part")
@Tag("process")
class ForwardAuthenticationTest {
    private static final List<String> HEADERS =
            List.of("Cardea-User-Id", "Cardea-User-Email", "Cardea-User-Name", "Cardea-User-Roles", "Cardea-Identity");

    @TempDir
    Path folder;

    private final InMemoryAdapter rows = new InMemoryAdapter();
    private volatile boolean isStoreDown;
    private int port;

    @Test
    void one_line_adds_the_module() {
        var config = Acme.local().url(Acme.APP).trustedProxies("127.0.0.0/8");
        // sample
        config.extension(ForwardAuth.of("https://app.example")
                .publicPaths("/", "/assets/*")
                .rule("/admin/*", "admin"));
        // end
        var keys = Auth.of(config).handle(Request.get(Acme.APP + "/auth/jwks"));
        assertThat(keys.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"nginx.conf, nginx", "Caddyfile, caddy", "traefik.yml, yaml", "envoy.yml, yaml"})
    void the_archive_has_the_samples_of_the_guide(String file, String language) throws IOException {
        var samples = SourceTree.root().resolve("server/distribution/src/main/archive/proxy/forward-auth");
        var text = Files.readString(samples.resolve(file));
        // The comment at its top names what the guide says in its text.
        var sample = text.replaceFirst("\\A(#.*\n)+\n", "");
        assertThat(sample).isNotEqualTo(text);
        assertThat(Files.readString(SourceTree.root().resolve("docs/guides/forward-authentication.md")))
                .contains("```" + language + "\n" + sample + "```\n");
    }

    @TestFactory
    Stream<DynamicTest> behind_nginx() throws Exception {
        return behind(block("nginx"), ProxyProcess::nginx);
    }

    @TestFactory
    Stream<DynamicTest> behind_caddy() throws Exception {
        return behind(block("caddy"), ProxyProcess::caddy);
    }

    private interface Starter {
        ProxyProcess start(Path folder, int port, String lines) throws Exception;
    }

    private Stream<DynamicTest> behind(String block, Starter starter) throws Exception {
        port = FreePorts.one();
        var application = application();
        var core = LocalServer.start(0, auth());
        var lines = block.replace("127.0.0.1:3000", "127.0.0.1:" + core.port())
                .replace(
                        "127.0.0.1:8080",
                        "127.0.0.1:" + application.getAddress().getPort());
        var proxy = starter.start(folder, port, lines);
        return Stream.of(
                        DynamicTest.dynamicTest("a user signs in and comes back", this::aUserSignsInAndComesBack),
                        DynamicTest.dynamicTest("a role is missing", this::aRoleIsMissing),
                        DynamicTest.dynamicTest("forged headers are replaced", this::forgedHeadersAreReplaced),
                        DynamicTest.dynamicTest("other spellings do not arrive", this::otherSpellingsDoNotArrive),
                        DynamicTest.dynamicTest("the path cannot be replaced", this::thePathCannotBeReplaced),
                        DynamicTest.dynamicTest("other sources count nothing", this::otherSourcesCountNothing),
                        DynamicTest.dynamicTest("odd paths stay closed", this::oddPathsStayClosed),
                        DynamicTest.dynamicTest("verify is not public", this::verifyIsNotPublic),
                        DynamicTest.dynamicTest("any method passes", this::anyMethodPasses),
                        DynamicTest.dynamicTest("the store is down", this::theStoreIsDown))
                .onClose(() -> {
                    close(proxy);
                    core.close();
                    application.stop(0);
                });
    }

    private void aUserSignsInAndComesBack() {
        var site = "http://localhost:" + port;
        var browser = Browser.of(Network.INSTANCE);
        var asked = Request.get(site + "/orders?a=1&b=%C3%BC").header("Accept", "text/html");
        var redirect = browser.send(asked);
        assertThat(redirect.status()).isEqualTo(302);
        var page = browser.open(redirect.header("Location").orElseThrow())
                .form("Sign in with a password")
                .fill("password", "of ada")
                .submit();
        assertThat(page.text())
                .contains("application at /orders?a=1&b=%C3%BC")
                .contains("Cardea-User-Email: ada@example.com")
                .contains("Cardea-User-Name: Ad%C3%A4")
                .contains("Cardea-User-Roles: -")
                .contains("Cardea-Identity: ey");
    }

    private void aRoleIsMissing() throws Exception {
        assertThat(status(get("/admin/x", signIn("of ada")))).isEqualTo(403);
        var admin = get("/admin/x", signIn("of eve"));
        assertThat(status(admin)).isEqualTo(200);
        assertThat(admin).contains("Cardea-User-Roles: admin");
        assertThat(status(get("/admin/x", ""))).isEqualTo(401);
    }

    private void forgedHeadersAreReplaced() throws Exception {
        var forged = new StringBuilder();
        for (var name : HEADERS) forged.append(name).append(": forged\r\n");
        assertThat(get("/docs/a", forged.toString()))
                .contains("application at /docs/a")
                .doesNotContain("forged");
        var named = get("/orders", forged + signIn("of ada"));
        assertThat(named).contains("Cardea-User-Email: ada@example.com").doesNotContain("forged");
        assertThat(named).contains("Cardea-User-Roles: -");
    }

    /** CGI, WSGI and PHP read an underscore in a name as a hyphen. */
    private void otherSpellingsDoNotArrive() throws Exception {
        var forged = new StringBuilder();
        for (var name : HEADERS) {
            forged.append(name.replace('-', '_')).append(": forged\r\n");
            forged.append(name.replaceFirst("-", "_")).append(": forged\r\n");
            forged.append(name.toLowerCase(Locale.ROOT).replace('-', '_')).append(": forged\r\n");
        }
        assertThat(get("/docs/a", forged.toString()))
                .contains("application at /docs/a")
                .doesNotContain("forged");
        assertThat(get("/orders", forged + signIn("of ada")))
                .contains("Cardea-User-Email: ada@example.com")
                .doesNotContain("forged");
    }

    /** Some frameworks route by these headers instead of the path that was verified. */
    private void thePathCannotBeReplaced() throws Exception {
        var replaced = "X-Original-URL: /admin/replaced\r\nX-Rewrite-URL: /admin/replaced\r\n";
        assertThat(get("/docs/a", replaced)).contains("application at /docs/a").doesNotContain("/admin/replaced");
    }

    private void otherSourcesCountNothing() throws Exception {
        var sources = """
                X-Original-URL: http://localhost/docs/a
                X-Original-Method: GET
                X-Original-URI: /docs/a
                X-Forwarded-Uri: /docs/a
                X-Forwarded-Method: GET
                X-Forwarded-Host: other.example
                X-Forwarded-Proto: https
                X-Envoy-Original-Path: /docs/a
                """.replace("\n", "\r\n");
        assertThat(status(get("/orders", sources))).isEqualTo(401);
        assertThat(status(get("/admin/x", sources + signIn("of ada")))).isEqualTo(403);
        assertThat(status(get("/docs/a", sources))).isEqualTo(200);
    }

    private void oddPathsStayClosed() throws Exception {
        var member = signIn("of ada");
        for (var path : List.of(
                "//admin/x",
                "/./admin/x",
                "/ADMIN/x",
                "/%61dmin/x",
                "/%2561dmin/x",
                "/admin;a=b/x",
                "/admin%2fx",
                "/docs/../admin/x",
                "/docs/%2e%2e/admin/x",
                "/docs/..;/admin/x",
                "/docs/..%2fadmin/x",
                "/docs/%2e%2e%2fadmin/x",
                "/docs/..%5cadmin/x",
                "/auth/../admin/x",
                "/auth/%2e%2e/admin/x",
                "/auth/..;/admin/x",
                "/auth/..%2fadmin/x",
                "/auth%2f..%2fadmin/x",
                "//auth/../admin/x")) {
            for (var cookie : List.of("", member)) {
                assertThat(get(path, cookie)).as(path).doesNotContain("application at");
            }
        }
    }

    private void verifyIsNotPublic() throws Exception {
        var described = "X-Original-URL: http://localhost/docs/a\r\nX-Original-Method: GET\r\n";
        for (var path : List.of(
                "/auth/verify/auth-request",
                "/auth/verify/forward-auth",
                "/auth/verify/ext-authz/docs/a",
                "/.verify")) {
            assertThat(get(path, described)).doesNotContain("200 OK", "Cardea-User-Id");
        }
        assertThat(get("/auth/jwks", "")).contains("200 OK", "ES256");
    }

    private void anyMethodPasses() throws Exception {
        for (var method : List.of("POST", "DELETE", "OPTIONS", "PROPFIND")) {
            var body = "{";
            var headers = "Content-Type: application/json\r\nContent-Length: 1\r\n";
            assertThat(status(send(method, "/orders", headers, body))).isEqualTo(401);
            assertThat(send(method, "/orders", headers + signIn("of ada"), body))
                    .contains("application at /orders by " + method + " with {");
        }
    }

    private void theStoreIsDown() throws Exception {
        var member = signIn("of ada");
        isStoreDown = true;
        try {
            for (var path : List.of("/orders", "/docs/a", "/admin/x")) {
                var answer = get(path, member);
                assertThat(status(answer)).isBetween(500, 503);
                assertThat(answer).doesNotContain("application at", "Set-Cookie");
            }
        } finally {
            isStoreDown = false;
        }
    }

    private Auth auth() {
        var ada = rows.createUser(User.of(null, "Ad\u00e4", "ada@example.com"));
        var eve = rows.createUser(User.of(Claims.of("email", "eve@example.com").with("role", "admin")));
        return Auth.of(Acme.local()
                .url("http://localhost:" + port)
                .trustedProxies("127.0.0.0/8")
                .adapter(store())
                .extension(ForwardAuth.of("http://localhost:" + port)
                        .publicPaths("/", "/docs/*")
                        .rule("/admin/*", "admin"))
                .provider(CredentialsProvider.of((fields, request) -> Optional.ofNullable(
                                switch (String.valueOf(fields.text("password"))) {
                                    case "of ada" -> ada;
                                    case "of eve" -> eve;
                                    default -> null;
                                }))
                        .databaseSessions(true)
                        .name("a password")
                        .field("password", CredentialInput.password("Password"))));
    }

    /** The rows, until they are down. */
    private Adapter store() {
        return (Adapter) Proxy.newProxyInstance(
                getClass().getClassLoader(), InMemoryAdapter.class.getInterfaces(), (self, method, arguments) -> {
                    if (isStoreDown) throw new StoreUnavailableException("the store isn't responding", null);
                    try {
                        return method.invoke(rows, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    /** Says what it was asked, with the headers that name the user, or that a framework may read as such. */
    private static HttpServer application() throws IOException {
        var application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        application.createContext("/", exchange -> {
            try (exchange) {
                var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                var said = new ArrayList<String>();
                said.add("application at " + exchange.getRequestURI() + " by " + exchange.getRequestMethod() + " with "
                        + body);
                for (var name : HEADERS) {
                    var values = exchange.getRequestHeaders().getOrDefault(name, List.of());
                    var text = String.join("|", values);
                    said.add(name + ": " + (text.isEmpty() ? "-" : text));
                }
                exchange.getRequestHeaders().forEach((name, values) -> {
                    if (name.indexOf('_') >= 0 || name.endsWith("-url"))
                        said.add(name + ": " + String.join("|", values));
                });
                var bytes = String.join("\n", said).getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        application.start();
        return application;
    }

    /** Returns the header with the session of a user. */
    private String signIn(String password) {
        var site = "http://localhost:" + port;
        var browser = Browser.of(Network.INSTANCE);
        browser.open(site + "/auth/signin")
                .form("Sign in with a password")
                .fill("password", password)
                .submit();
        return "Cookie: authjs.session-token="
                + browser.cookie(site, "authjs.session-token").orElseThrow() + "\r\n";
    }

    private String get(String path, String headers) throws IOException {
        return send("GET", path, headers, "");
    }

    /** Sends the path as it is, which no HTTP client does. */
    private String send(String method, String path, String headers, String body) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            var request = method + " " + path + " HTTP/1.1\r\nHost: localhost:" + port + "\r\nConnection: close\r\n"
                    + headers + "\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static int status(String answer) {
        assertThat(answer).startsWith("HTTP/1.1 ");
        return Integer.parseInt(answer.substring(9, 12));
    }

    private static String block(String language) throws IOException {
        var page = Files.readString(SourceTree.root().resolve("docs/guides/forward-authentication.md"));
        var found = Pattern.compile("(?ms)^```" + language + "\n(.*?)^```$").matcher(page);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private static void close(ProxyProcess proxy) {
        try {
            proxy.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
