package dev.cardea.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.config.Env;
import dev.cardea.error.ConfigurationException;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Json;
import dev.cardea.server.file.ConfigException;
import dev.cardea.testing.Browser;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Network;
import dev.cardea.testing.Origins;
import dev.cardea.testing.Page;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Development mode as a server, over sockets. */
class DevServerTest {
    private static final String PROVIDERS = """
            store: memory
            providers:
              - github
              - id: google
                clientSecret: ${GOOGLE_SECRET}
              - id: acme
                name: Acme
                type: oidc
                issuer: https://id.acme.example
                clientSecret: { file: /run/secrets/acme }
              - id: nodemailer
                server: ${MAIL_SERVER}
            """;

    private static final String PASSWORD = "seven copper lanterns drifting";

    @TempDir
    private Path folder;

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final int port = FreePorts.one();

    private DevServer start(@Nullable String yaml, @Nullable String app, Map<String, String> variables)
            throws Exception {
        return start(yaml, app, variables, false);
    }

    private DevServer start(@Nullable String yaml, @Nullable String app, Map<String, String> variables, boolean starts)
            throws Exception {
        Path file = null;
        if (yaml != null) file = Files.writeString(folder.resolve("cardea.yml"), yaml);
        var options = new DevOptions(file, folder.resolve("dev"), port, app, FreePorts.one(), 0, false, false, starts);
        return DevServer.start(options, Env.of(variables), lines::add);
    }

    private static Browser browser() {
        return Browser.of(request -> Network.INSTANCE.handle(sent(request)));
    }

    private static Request sent(Request request) {
        if (request.method().equals("GET")) return LocalBrowser.navigating(request);
        var url = request.url();
        return request.headers().has("origin")
                ? request
                : request.header("Origin", url.substring(0, url.indexOf('/', 8)));
    }

    private String site() {
        return "http://localhost:" + port;
    }

    @Test
    void a_browser_that_comes_too_early_asks_again() {
        var early = DevServer.starting();
        assertThat(early.status()).isEqualTo(503);
        assertThat(early.text())
                .contains("<meta http-equiv=\"refresh\" content=\"1\">", "Development mode is starting.");
        assertThat(early.header("cache-control")).hasValue("no-store");
    }

    @Test
    void without_a_file_one_click_on_the_sign_in_page_signs_in() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe())
                    .anyMatch(line -> line.contains("development mode. Not for production"))
                    .anyMatch(line -> line.contains(site() + "/auth/signin"))
                    .anyMatch(line -> line.contains("local (played locally); email (inbox); passkey; password"))
                    .anyMatch(line -> line.contains("SQLite") && line.contains("session: database"));
            var home = browser().open(site() + "/auth/signin").press("Ada Admin");
            assertThat(home.url()).isEqualTo(site() + "/");
            assertThat(home.text()).contains("Signed in as Ada Admin", "admin@example.com");
        }
        var secret = folder.resolve("dev/secret");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)))
                .isEqualTo("rw-------");
        assertThat(folder.resolve("dev/cardea.db")).exists();
    }

    @Test
    void without_a_file_visitors_sign_up_with_a_password_and_the_code_of_the_inbox() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe()).isNotEmpty();
            var browser = browser();
            var sent = browser.open(site() + "/auth/signup?callbackUrl=%2F")
                    .form("Create account")
                    .fill("name", "Pat")
                    .fill("email", "pat@example.com")
                    .fill("password", PASSWORD)
                    .submit();
            var code = browser.open(site() + "/_cardea").document().selectFirst(".actions code");
            assertThat(sent.form("Sign in")
                            .fill("token", Objects.requireNonNull(code).text())
                            .submit()
                            .text())
                    .contains("Signed in as Pat", "pat@example.com");
            assertThat(signedInByPassword("pat@example.com", "guess").url()).contains("error=CredentialsSignin");
            assertThat(signedInByPassword("pat@example.com", PASSWORD).text()).contains("Signed in as Pat");
        }
    }

    private Page signedInByPassword(String address, String password) {
        return browser()
                .open(site() + "/auth/signin")
                .form("Sign in")
                .fill("email", address)
                .fill("password", password)
                .submit();
    }

    @Test
    void a_file_has_no_account_but_its_own() throws Exception {
        try (var server = start(PROVIDERS, null, Map.of())) {
            assertThat(server.describe()).noneMatch(line -> line.contains("password"));
            assertThat(page()).doesNotContain("Password");
        }
    }

    @Test
    void without_a_file_a_sign_in_link_arrives_in_the_inbox() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.environment()).containsEntry("CARDEA_URL", site());
            var browser = browser();
            browser.open(site() + "/auth/signin")
                    .form("Email me a code")
                    .fill("email", "bob@example.com")
                    .submit();
            var home = browser.open(site() + "/_cardea").follow("Open the link");
            assertThat(home.text()).contains("Signed in as bob@example.com");
        }
    }

    @Test
    void a_mail_of_the_application_arrives_in_the_inbox() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe()).anyMatch(line -> line.contains("Email ") && line.contains(server.smtpUrl()));
            assertThat(server.environment()).containsEntry("CARDEA_SMTP_URL", server.smtpUrl());
            mail(
                    server,
                    "Subject: Reset\r\nFrom: shop@app.example\r\nContent-Type: text/html\r\n\r\n"
                            + "<script>1</script><form action='/_cardea/inbox/clear' method=post><a href='http://localhost:"
                            + port + "/reset?a=1&amp;b=2'>Reset</a></form>");
            mail(server, "Subject: <b>Plain</b>\r\n\r\n<script>2</script> without a link");
            var browser = browser();
            var inbox = browser.open(site() + "/_cardea");
            assertThat(inbox.document().text())
                    .contains(server.smtpUrl(), "ada@app.example", "from shop@app.example", "Reset", "<b>Plain</b>");
            assertThat(inbox.document().select("a.main").eachAttr("href"))
                    .containsExactly("http://localhost:" + port + "/reset?a=1&b=2");
            var html = network(sent(Request.get(site() + "/_cardea/mails/1")));
            assertThat(html.header("Content-Security-Policy").orElseThrow())
                    .contains("default-src 'none'", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'")
                    .doesNotContain("script-src");
            var plain = browser.open(site() + "/_cardea/mails/2");
            assertThat(plain.document().select("main script, main b")).isEmpty();
            assertThat(plain.document().text()).contains("<script>2</script> without a link");
            var json = network(Request.get(site() + "/_cardea/inbox.json").header("Sec-Fetch-Site", "same-origin"));
            var first = Json.parseObject(json.text(), 20).toJson();
            assertThat(first)
                    .contains("\"from\":\"shop@app.example\"", "\"subject\":\"Reset\"", "/reset?a=1&b=2\"")
                    .doesNotContain("\"code\"", "\"expires\"");
        }
    }

    private static void mail(DevServer server, String message) throws IOException {
        var url = URI.create(server.smtpUrl());
        try (var socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream()
                    .write(("EHLO app\r\nMAIL FROM:<bounce@app.example>\r\nRCPT TO:<ada@app.example>\r\nDATA\r\n"
                                    + message + "\r\n.\r\nQUIT\r\n")
                            .getBytes(StandardCharsets.UTF_8));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("250 the email is in the inbox");
        }
    }

    @Test
    void the_oldest_mails_make_room_for_large_ones() {
        var inbox = new DevInbox();
        var large = "x".repeat(1024 * 1024);
        for (int i = 0; i < 300; i++) {
            inbox.add(
                    new ReceivedMail("a@app.example", "b@app.example", "" + i, i < 250 ? "" : large, ""),
                    Clock.systemUTC());
        }
        assertThat(inbox.mails()).hasSizeBetween(2, 8);
        assertThat(inbox.mails().get(0).content().subject()).isEqualTo("299");
        inbox.clear();
        for (int i = 0; i < 300; i++) {
            inbox.add(new ReceivedMail("a@app.example", "b@app.example", "" + i, "", ""), Clock.systemUTC());
        }
        assertThat(inbox.mails()).hasSize(200);
    }

    @Test
    void a_port_for_mails_that_is_in_use_names_the_option() throws Exception {
        try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var options = new DevOptions(
                    null,
                    folder.resolve("dev"),
                    port,
                    null,
                    FreePorts.one(),
                    other.getLocalPort(),
                    false,
                    false,
                    false);
            assertThatThrownBy(() -> DevServer.start(options, Env.none(), lines::add))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("--smtp-port");
        }
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe())
                    .as("the port of the site was given back")
                    .isNotEmpty();
        }
    }

    @Test
    void providers_of_a_file_are_played_where_credentials_are_missing() throws Exception {
        try (var server = start(PROVIDERS, null, Map.of())) {
            assertThat(server.describe().get(4)).contains("github, google, acme (played locally); nodemailer (inbox)");
            // Accounts with one address at several providers are not linked.
            var people = Map.of("GitHub", "1001", "Google", "1002", "Acme", "1005");
            for (var each : people.entrySet()) {
                var choice = browser().open(site() + "/auth/signin").press("Sign in with " + each.getKey());
                assertThat(choice.text()).contains("This isn't the real " + each.getKey());
                assertThat(LocalBrowser.choose(choice, each.getValue()).text()).contains("Signed in as ");
            }
        }
    }

    @Test
    void own_people_come_from_a_file() throws Exception {
        Files.createDirectories(folder.resolve("dev"));
        Files.writeString(
                folder.resolve("dev/people.yml"),
                "- name: Grace Hopper\n  email: grace@example.com\n  label: Compiler team\n");
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe()).isNotEmpty();
            var home = browser().open(site() + "/auth/signin").press("Grace Hopper");
            assertThat(home.text()).contains("Signed in as Grace Hopper", "grace@example.com");
        }
    }

    @Test
    void an_error_in_the_people_is_reported() throws Exception {
        Files.createDirectories(folder.resolve("dev"));
        Files.writeString(folder.resolve("dev/people.yml"), "- name: Grace\n  mail: grace@example.com\n");
        assertThatThrownBy(() -> start(null, null, Map.of()))
                .isInstanceOfSatisfying(
                        ConfigException.class,
                        e -> assertThat(e.lines())
                                .singleElement()
                                .asString()
                                .contains("person 1: key \"mail\" is unknown"));
    }

    @Test
    void a_changed_file_is_read_again_and_a_broken_one_changes_nothing() throws Exception {
        try (var server = start(PROVIDERS, null, Map.of())) {
            assertThat(server.describe()).isNotEmpty();
            change(PROVIDERS + "  - discord\n");
            assertThat(line()).isEqualTo("cardea: reloaded the configuration");
            assertThat(page()).contains("Sign in with Discord");
            change(PROVIDERS + "  - dicsord\n");
            assertThat(line()).contains("cardea.yml:13:", "\"dicsord\" is unknown");
            assertThat(line()).contains("stays in effect");
            assertThat(page()).contains("Sign in with Discord", "The configuration has errors", "dicsord");
            change(PROVIDERS);
            assertThat(line()).isEqualTo("cardea: reloaded the configuration");
            assertThat(page()).doesNotContain("Discord", "The configuration has errors");
        }
    }

    private String page() {
        return browser().open(site() + "/auth/signin").text();
    }

    /** The server looks at any moment, and must not see half of the change. */
    private void change(String yaml) throws IOException {
        var next = Files.writeString(folder.resolve("next.yml"), yaml);
        Files.move(next, folder.resolve("cardea.yml"), StandardCopyOption.ATOMIC_MOVE);
    }

    private String line() throws InterruptedException {
        return Optional.ofNullable(lines.poll(1, TimeUnit.MINUTES)).orElseThrow(() -> new AssertionError("no line"));
    }

    @Test
    void requests_for_other_paths_reach_the_application() throws Exception {
        var app = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        app.createContext("/", exchange -> {
            var body = exchange.getRequestBody().readAllBytes();
            var text = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Host") + " " + body.length;
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        app.start();
        try (var server = start(null, "http://127.0.0.1:" + app.getAddress().getPort(), Map.of())) {
            assertThat(server.environment()).containsEntry("AUTH_URL", site());
            var answer = network(Request.get(site() + "/a?b=c"));
            assertThat(answer.text()).isEqualTo("GET /a?b=c localhost:" + port + " 0");
            // Else a client may send its next request over the connection that is about to end.
            assertThat(answer.header("Connection")).contains("close");
            var large = "x".repeat(300_000);
            assertThat(network(Request.post(site() + "/upload", "text/plain", large))
                            .text())
                    .isEqualTo("POST /upload localhost:" + port + " 300000");
            assertThat(network(Request.get(site() + "/authors")).text()).startsWith("GET /authors ");
            assertThat(network(Request.get(site() + "/auth/session")).text()).isEqualTo("null");
            var home = browser().open(site() + "/auth/signin").press("Ada Admin");
            assertThat(home.text()).startsWith("GET / ");
            app.stop(0);
            var waiting = network(Request.get(site() + "/"));
            assertThat(waiting.status()).isEqualTo(502);
            assertThat(waiting.text()).contains("isn&#39;t responding yet");
        } finally {
            app.stop(0);
        }
    }

    @Test
    void an_upgraded_connection_passes_both_ways() throws Exception {
        try (var upstream = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var echo = new Thread(() -> {
                try (var socket = upstream.accept()) {
                    var in = socket.getInputStream();
                    var head = new StringBuilder();
                    while (!head.toString().endsWith("\r\n\r\n")) head.append((char) in.read());
                    socket.getOutputStream()
                            .write(("HTTP/1.1 101 Switching Protocols\r\n" + head.substring(head.indexOf("\r\n") + 2))
                                    .getBytes(StandardCharsets.ISO_8859_1));
                    in.transferTo(socket.getOutputStream());
                } catch (IOException e) {
                    // The test sees that nothing came back.
                }
            });
            echo.setDaemon(true);
            echo.start();
            try (var server = start(null, "http://127.0.0.1:" + upstream.getLocalPort(), Map.of());
                    var socket = new Socket("127.0.0.1", port)) {
                assertThat(server.describe()).isNotEmpty();
                socket.setSoTimeout(60_000);
                socket.getOutputStream()
                        .write(
                                "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello"
                                        .getBytes(StandardCharsets.ISO_8859_1));
                var answer = new StringBuilder();
                while (!answer.toString().endsWith("hello")) {
                    int next = socket.getInputStream().read();
                    assertThat(next).as("%s", answer).isNotNegative();
                    answer.append((char) next);
                }
                assertThat(answer.toString()).contains("101 Switching", "Connection: Upgrade");
            }
        }
    }

    @Test
    void an_application_beside_it_gets_the_address_of_the_core() throws Exception {
        try (var server = start(null, null, Map.of(), true)) {
            var environment = server.environment();
            assertThat(environment)
                    .containsEntry("AUTH_URL", site())
                    .containsEntry("PORT", String.valueOf(port))
                    .containsEntry(
                            "AUTH_SECRET",
                            Files.readString(folder.resolve("dev/secret")).strip());
            assertThat(environment.get("CARDEA_URL"))
                    .startsWith("http://127.0.0.1:")
                    .doesNotEndWith(":" + port);
            var core = environment.get("CARDEA_URL").replace("127.0.0.1", "localhost");
            var click = Request.post(
                            core + "/_cardea/sign-in",
                            "application/x-www-form-urlencoded",
                            "provider=local&person=1001")
                    .header("Origin", core);
            var answer = network(click);
            assertThat(answer.header("location").orElseThrow()).startsWith(site() + "/auth/callback/local?code=");
        }
    }

    /** An application that passes the routes on to the core, as the packages for JavaScript do. */
    @Test
    void beside_an_application_one_click_on_the_sign_in_page_signs_in() throws Exception {
        try (var server = start("store: memory\nproviders: [github]\n", null, Map.of(), true)) {
            var core = server.environment().get("CARDEA_URL").replace("127.0.0.1", "localhost");
            var browser = Browser.of(Origins.of(site(), request -> passed(core, sent(request))));
            var signedIn = browser.open(site() + "/auth/signin").press("Ada Admin");
            assertThat(signedIn.url()).isEqualTo(site() + "/");
            assertThat(browser.open(site() + "/auth/session").text()).contains("admin@example.com");
            var forged = Request.post(
                    site() + "/auth/signin/github",
                    "application/x-www-form-urlencoded",
                    "csrfToken=forged&cardeaPerson=1001");
            assertThat(passed(core, sent(forged)).header("location").orElseThrow())
                    .as("a page of another site has no token")
                    .doesNotContain("code=");
        }
    }

    private Response passed(String core, Request request) {
        if (!request.path().startsWith("/auth/")) return Response.of(200, "text/plain", "the application");
        var headers = request.headers().set("host", core.substring("http://".length()));
        return network(Request.of(request.method(), "http", request.target(), headers, request.body(), null));
    }

    @Test
    void a_request_of_the_bridge_is_accepted_for_visitors_of_this_machine_alone() throws Exception {
        try (var server = start(null, null, Map.of(), true)) {
            var session = server.environment().get("CARDEA_URL") + "/auth/session";
            var bridged = Request.get(session).header("x-cardea-bridge", "v1.0.AAAA");
            assertThat(network(bridged.header("x-forwarded-host", "localhost:" + port)
                                    .header("x-forwarded-for", "127.0.0.1"))
                            .status())
                    .as("the signature is wrong")
                    .isEqualTo(401);
            assertThat(network(bridged.header("x-forwarded-host", "app.example"))
                            .status())
                    .isEqualTo(403);
            assertThat(network(bridged.header("x-forwarded-host", "localhost").header("x-forwarded-for", "192.0.2.1"))
                            .status())
                    .isEqualTo(403);
            assertThat(network(Request.get(session).header("x-forwarded-for", "127.0.0.1"))
                            .status())
                    .isEqualTo(403);
        }
    }

    @Test
    void other_addresses_hosts_and_pages_are_rejected() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe()).isNotEmpty();
            OtherAddresses.assertRefused(port);
            assertThat(raw("GET / HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(raw("GET /auth/session HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
            assertThat(
                            raw(
                                    "GET /_cardea/inbox.json HTTP/1.1\r\nHost: localhost:" + port
                                            + "\r\nOrigin: https://attacker.example\r\nSec-Fetch-Site: cross-site\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private String raw(String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void a_url_of_another_port_names_the_option() {
        assertThatThrownBy(() -> start("url: http://localhost:1\n" + PROVIDERS, null, Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("set --port");
    }

    @Test
    void each_page_of_the_command_has_the_header_of_development_mode() throws Exception {
        try (var server = start(null, null, Map.of())) {
            assertThat(server.describe()).isNotEmpty();
            for (var path : List.of("/", "/unknown", "/auth/session", "/auth/signin")) {
                assertThat(network(Request.get(site() + path)).header("Cardea-Development"))
                        .as(path)
                        .contains("1");
            }
            assertThat(network(Request.get(site() + "/").header("X-Forwarded-For", "127.0.0.1"))
                            .header("Cardea-Development"))
                    .contains("1");
        }
    }

    private static Response network(Request request) {
        return Network.INSTANCE.handle(request);
    }
}
