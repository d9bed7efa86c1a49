package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cardea.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the process writes to standard error while everything around it fails. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
@Tag("process")
class LogProcessTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    /** Values that a visitor, a provider or the operator would not want to find in a log. */
    private static final List<String> PLANTED = List.of(
            SECRET,
            "client-secret-7f3a91",
            "code-5d0c2b88",
            "state-91be77aa",
            "verifier-token-3c4d",
            "password-hunter2-x9",
            "cookie-value-b1946ac9",
            "query-value-c0ffee42",
            "bearer-value-77aa01",
            "mallory.planted@example.com",
            "user-id-4f5e6d77",
            "Annabel Planted",
            "annabel.planted@example.com");

    /** Cookies whose values are public: an address of the site, and the reference that the log has on purpose. */
    private static final Set<String> PUBLIC_COOKIES = Set.of("authjs.callback-url", "cardea.error-id");

    @TempDir
    Path folder;

    private final Map<String, List<String>> requestIds = new ConcurrentHashMap<>();
    /** Cookies and signatures that passed between browser, server and application. */
    private final Set<String> passed = ConcurrentHashMap.newKeySet();

    private HttpServer application;

    @BeforeEach
    void startApplication() throws IOException {
        application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        application.setExecutor(Executors.newCachedThreadPool());
        application.createContext("/", this::answer);
        application.start();
    }

    @AfterEach
    void stopApplication() {
        application.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var name = exchange.getRequestURI().getPath();
            exchange.getRequestHeaders().forEach((header, values) -> {
                if (header.startsWith("X-Cardea-")) passed.addAll(values);
            });
            requestIds.put(name, exchange.getRequestHeaders().getOrDefault("X-Request-Id", List.of("none")));
            if (name.equals("/describe")) {
                exchange.sendResponseHeaders(404, -1);
            } else if (name.equals("/callbacks/authorize") && body.contains("fails")) {
                exchange.sendResponseHeaders(500, -1);
            } else if (name.equals("/callbacks/authorize")) {
                byte[] user = ("{\"result\":{\"id\":\"user-id-4f5e6d77\",\"name\":\"Annabel Planted\","
                                + "\"email\":\"annabel.planted@example.com\"}}")
                        .getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(200, user.length);
                exchange.getResponseBody().write(user);
            } else {
                exchange.sendResponseHeaders(204, -1);
            }
        }
    }

    private String config(String format) {
        int port = application.getAddress().getPort();
        return """
                secret: %s
                port: 0
                debug: true
                trustedProxies: [127.0.0.0/8]
                log: { format: %s, access: all, levels: { dev.cardea.hooks: debug } }
                management: { port: 0 }
                hooks: { url: 'http://127.0.0.1:%d', callbacks: [authorize], events: [signIn, signInFailed] }
                providers:
                  - credentials
                  - { id: acme, type: oidc, issuer: 'http://127.0.0.1:1', clientId: web, clientSecret: client-secret-7f3a91 }
                """.formatted(SECRET, format, port);
    }

    @Test
    void every_line_is_json_during_all_faults_and_holds_no_planted_value() throws Exception {
        var served = ServedProcess.start(folder, config("json"));
        try (served) {
            everyFault(served);
            served.terminate();
            assertThat(served.end()).isZero();
        }
        var lines = served.errors();
        assertThat(lines).hasSizeGreaterThan(10);
        for (var line : lines) {
            var entry = Json.parseObject(line, 8).asMap();
            assertThat(entry).containsKeys("time", "level", "logger", "message");
            assertThat(String.valueOf(entry.get("time")))
                    .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z");
            assertThat(String.valueOf(entry.get("path"))).doesNotContain("?");
        }
        assertThat(lines).anyMatch(line -> line.contains("\"path\":\"/auth/callback/credentials\",\"status\":302"));
        assertThat(lines)
                .anyMatch(line -> line.contains("\"level\":\"info\"")
                        && line.contains("\"message\":\"cardea listening on " + served.site() + "\""));
        assertThat(passed).hasSizeGreaterThan(10);
        assertThat(lines).anyMatch(line -> line.contains("\"error_type\":\"InvalidCheck\""));
        assertThat(lines).anyMatch(line -> line.contains("see docs/errors.md#invalidcheck"));
        nothingIsPlanted(lines);
    }

    @Test
    void a_start_that_fails_is_logged_as_an_error_and_so_is_a_store_that_is_down() throws Exception {
        var store = "store: 'jdbc:sqlite:" + folder.resolve("people.db") + "'\nlog: { format: json }\n";
        var production = Map.of("CARDEA_ENV", "production");
        var config = "secret: " + SECRET + "\nport: 0\nproviders: [{ id: github, clientId: a, clientSecret: b }]\n";
        try (var failing = ServedProcess.start(folder, config + store, production)) {
            assertThat(failing.end()).isEqualTo(2);
            assertThat(failing.errors())
                    .anyMatch(line -> line.contains("\"level\":\"error\"") && line.contains("the tables of the store"));
        }
        var absent = "store: 'jdbc:mariadb://127.0.0.1:1/people'\nlog: { format: json }\n";
        try (var waiting = ServedProcess.start(folder, config + absent, production)) {
            assertThat(waiting.awaitError("the store isn't responding yet")).contains("\"level\":\"error\"");
        }
    }

    @Test
    @Tag("nightly")
    void every_entry_is_one_line_of_text_during_all_faults() throws Exception {
        var served = ServedProcess.start(folder, config("text"));
        try (served) {
            everyFault(served);
            served.terminate();
            assertThat(served.end()).isZero();
        }
        var lines = served.errors().stream()
                .filter(line -> !line.startsWith("management on ")
                        && !line.startsWith("advice: ")
                        && !line.startsWith("warning: "))
                .toList();
        assertThat(lines).hasSizeGreaterThan(10).allMatch(line -> line.matches("\\d{4}-\\S+Z [A-Z]+ \\S+: .*"));
        nothingIsPlanted(lines);
    }

    @Test
    void the_id_of_a_request_joins_proxy_answer_log_and_hook() throws Exception {
        var served = ServedProcess.start(folder, config("json"));
        try (served) {
            var answer = signIn(served, "ann", "secret", "X-Request-Id", "from-proxy.1_a");
            assertThat(answer.headers().allValues("x-request-id")).containsExactly("from-proxy.1_a");
            var made = served.get(served.site() + "/auth/session", "X-Request-Id", "not an id");
            assertThat(made.headers().firstValue("x-request-id"))
                    .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{16}"));
            served.terminate();
            assertThat(served.end()).isZero();
        }
        assertThat(requestIds.get("/callbacks/authorize")).containsExactly("from-proxy.1_a");
        assertThat(requestIds.get("/events/signIn")).containsExactly("from-proxy.1_a");
        var access = served.errors().stream()
                .map(line -> Json.parseObject(line, 8).asMap())
                .filter(entry -> "dev.cardea.access".equals(entry.get("logger"))
                        && "from-proxy.1_a".equals(entry.get("request_id")))
                .findFirst();
        assertThat(access)
                .hasValueSatisfying(entry -> assertThat(entry)
                        .containsEntry("method", "POST")
                        .containsEntry("path", "/auth/callback/credentials")
                        .containsEntry("action", "callback")
                        .containsEntry("provider", "credentials")
                        .containsEntry("client", "127.0.0.0/24")
                        .containsEntry("status", 302L)
                        .containsKeys("bytes", "ms"));
    }

    @Test
    void the_id_of_a_request_is_on_the_error_that_it_causes() throws Exception {
        var served = ServedProcess.start(folder, config("json"));
        try (served) {
            signIn(served, "fails", "secret", "X-Request-Id", "from-proxy.2_b");
            served.awaitError("\"path\":\"/auth/callback/credentials\"");
            served.terminate();
            assertThat(served.end()).isZero();
        }
        assertThat(requestIds.get("/callbacks/authorize")).containsExactly("from-proxy.2_b");
        var loggers = served.errors().stream()
                .map(line -> Json.parseObject(line, 8).asMap())
                .filter(entry -> "from-proxy.2_b".equals(entry.get("request_id")))
                .map(entry -> entry.get("logger") + " " + entry.getOrDefault("error_type", "-"))
                .collect(Collectors.toSet());
        assertThat(loggers).contains("dev.cardea.access -").anyMatch(it -> it.matches("dev\\.cardea [A-Z]\\w+"));
    }

    @Test
    void an_id_of_a_visitor_is_replaced() throws Exception {
        var config = config("json").replace("trustedProxies: [127.0.0.0/8]\n", "");
        try (var served = ServedProcess.start(folder, config)) {
            var answer = served.get(served.site() + "/auth/session", "X-Request-Id", "mine");
            assertThat(answer.headers().allValues("x-request-id"))
                    .hasSize(1)
                    .allMatch(id -> id.matches("[0-9a-f]{16}"));
        }
    }

    private void everyFault(ServedProcess served) throws Exception {
        var site = served.site();
        served.get(
                site + "/auth/session?x=query-value-c0ffee42", "Cookie", "authjs.session-token=cookie-value-b1946ac9");
        served.get(site + "/auth/callback/acme?code=code-5d0c2b88&state=state-91be77aa");
        served.get(site + "/auth/callback/acme?error=access_denied&error_description=query-value-c0ffee42");
        served.get(site + "/auth/callback/nowhere?code=code-5d0c2b88");
        served.get(site + "/auth/nothing?token=verifier-token-3c4d&email=mallory.planted%40example.com");
        served.get(site + "/auth/error?error=query-value-c0ffee42");
        served.get(site + "/auth/session", "Authorization", "Bearer bearer-value-77aa01");
        served.get(site + "/elsewhere?q=query-value-c0ffee42");
        var signedIn = signIn(served, "ann", "password-hunter2-x9");
        assertThat(signedIn.headers().allValues("set-cookie")).anyMatch(line -> line.contains("session-token="));
        served.get(site + "/auth/session?x=query-value-c0ffee42", "Cookie", sessionCookie(signedIn));
        signIn(served, "fails", "password-hunter2-x9");
        signIn(served, "mallory.planted@example.com", "password-hunter2-x9");
        post(served, site + "/auth/callback/credentials", "none=none", "csrfToken=wrong&password=password-hunter2-x9");
        post(served, site + "/auth/signin/acme", "a=b", "csrfToken=wrong&callbackUrl=http://evil/query-value-c0ffee42");
        signInAtProvider(served);
        raw(site, "GET /auth/%zz?q=query-value-c0ffee42 HTTP/1.1\r\nHost: a\r\n\r\n");
        raw(site, "GET /auth/session HTTP/1.1\r\nHost: a\r\nX: a\u0001b cookie-value-b1946ac9\r\n\r\n");
        raw(site, "POST /auth/signin HTTP/1.1\r\nHost: a\r\nContent-Length: 70000\r\n\r\npassword-hunter2-x9");
        raw(site, "GET /auth/session%0a%0d{\"level\":1} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
        raw(site, "query-value-c0ffee42\r\n\r\n");
        application.stop(0);
        signIn(served, "ann", "password-hunter2-x9");
    }

    private static String sessionCookie(HttpResponse<String> answer) {
        return answer.headers().allValues("set-cookie").stream()
                .filter(line -> line.contains("session-token="))
                .map(line -> line.replaceAll(";.*", ""))
                .collect(Collectors.joining("; "));
    }

    /** Notes every cookie that a browser received. */
    private HttpResponse<String> noted(HttpResponse<String> answer) {
        for (var line : answer.headers().allValues("set-cookie")) {
            var pair = line.replaceAll(";.*", "").split("=", 2);
            if (PUBLIC_COOKIES.contains(pair[0]) || pair[1].length() < 8) continue;
            passed.add(pair[1]);
            passed.add(URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
            // The token and its signature are joined by a bar.
            passed.add(pair[1].replaceAll("(%7C|\\|).*", ""));
        }
        return answer;
    }

    private void signInAtProvider(ServedProcess served) throws Exception {
        var csrf = noted(served.get(served.site() + "/auth/csrf"));
        post(served, served.site() + "/auth/signin/acme", cookie(csrf), "csrfToken=" + token(csrf));
    }

    private HttpResponse<String> signIn(ServedProcess served, String user, String password, String... headers)
            throws Exception {
        var csrf = noted(served.get(served.site() + "/auth/csrf"));
        var form = "csrfToken=" + token(csrf) + "&username=" + URLEncoder.encode(user, StandardCharsets.UTF_8)
                + "&password=" + password;
        return post(served, served.site() + "/auth/callback/credentials", cookie(csrf), form, headers);
    }

    private HttpResponse<String> post(ServedProcess served, String url, String cookie, String form, String... headers)
            throws Exception {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString(form));
        if (headers.length > 0) request.headers(headers);
        return noted(served.http().send(request.build(), HttpResponse.BodyHandlers.ofString()));
    }

    private static void raw(String site, String request) throws IOException {
        try (var socket = new Socket("127.0.0.1", URI.create(site).getPort())) {
            socket.setSoTimeout(60_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.shutdownOutput();
            socket.getInputStream().readAllBytes();
        }
    }

    private static String token(HttpResponse<String> csrf) {
        return csrf.body().replaceAll(".*\":\"|\"}", "");
    }

    private static String cookie(HttpResponse<String> csrf) {
        return csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
    }

    private void nothingIsPlanted(List<String> lines) {
        var text = String.join("\n", lines);
        var planted = new HashSet<>(passed);
        planted.addAll(PLANTED);
        for (var value : planted) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            assertThat(text)
                    .doesNotContain(value)
                    .doesNotContain(URLEncoder.encode(value, StandardCharsets.UTF_8))
                    .doesNotContain(Base64.getEncoder().withoutPadding().encodeToString(bytes))
                    .doesNotContain(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes))
                    .doesNotContainIgnoringCase(HexFormat.of().formatHex(bytes));
        }
    }
}
