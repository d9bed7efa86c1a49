package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.config.Env;
import dev.cardea.server.file.ConfigFile;
import dev.cardea.server.file.ServerSettings;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.PublicEndpoints;
import dev.cardea.testing.Eventually;
import dev.cardea.testing.FreePorts;
import dev.cardea.testing.Require;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the guide of the server shows works as it stands there. */
@Tag("node")
class GuideTest {
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";

    @TempDir
    Path directory;

    private final HttpClient http = HttpClient.newHttpClient();

    static List<String> files() throws IOException {
        return Stream.of("server.md", "server-file.md", "own-provider.md")
                .flatMap(guide -> samplesOf(guide).stream())
                .toList();
    }

    private static List<String> samplesOf(String guide) {
        try {
            return samples("yaml", guide);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void every_file_of_the_guide_is_read_by_the_server(String yaml) throws Exception {
        var pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
        Files.writeString(
                directory.resolve("key.pem"),
                "-----BEGIN PRIVATE KEY-----\n"
                        + Base64.getMimeEncoder()
                                .encodeToString(pair.getPrivate().getEncoded())
                        + "\n-----END PRIVATE KEY-----\n");
        Files.writeString(directory.resolve("staff.txt"), "s\n");
        var settings = read(
                yaml,
                Map.of(
                        "ACME_SECRET",
                        "a",
                        "LEGACY_SECRET",
                        "b",
                        "MAIL_PASSWORD",
                        "c",
                        "DB_PASSWORD",
                        "d",
                        "ENCRYPTION_KEY",
                        SECRET + SECRET,
                        "AUTH_SECRET",
                        SECRET,
                        "JWT_SECRET",
                        SECRET,
                        "MANAGEMENT_TOKEN",
                        SECRET));
        assertThat(settings.auth().providers()).isNotEmpty();
        if (settings.store() != null) settings.store().close();
    }

    /** Files for other programs are marked {@code yml} there. */
    @Test
    void every_file_of_the_guide_of_operation_is_read_by_the_server() throws Exception {
        Files.createDirectories(directory.resolve("secrets"));
        var token = Files.writeString(directory.resolve("secrets/management-token"), SECRET);
        var certificate = TestCertificate.make(directory, "site");
        var pem = Files.writeString(directory.resolve("fullchain.pem"), certificate.pem());
        var key = Files.writeString(directory.resolve("privkey.pem"), certificate.keyPem());
        var files = Map.of(
                "/run/secrets/management-token", token,
                "/etc/cardea/fullchain.pem", pem,
                "/etc/cardea/privkey.pem", key,
                "/etc/cardea/corporate-ca.pem", pem);
        for (var yaml : samples("yaml", "guides/operate-the-server.md")) {
            var here = yaml;
            for (var file : files.entrySet())
                here = here.replace(file.getKey(), file.getValue().toString());
            var settings = read(here, Map.of("AUTH_SECRET", SECRET));
            assertThat(settings.auth().basePath()).isEqualTo("/auth");
        }
    }

    @Test
    @Tag("part")
    void the_receiver_of_the_guide_decides_sign_ins_and_rejects_unsigned_requests() throws Exception {
        var node = Require.program("node");
        int port = FreePorts.one();
        var script = Files.writeString(
                directory.resolve("receiver.mjs"), samples("js").get(0));
        var builder = new ProcessBuilder(node.toString(), script.toString()).inheritIO();
        builder.environment().putAll(Map.of("AUTH_SECRET", SECRET, "PORT", "" + port));
        var receiver = builder.start();
        var yaml = files().stream()
                .filter(file -> file.contains("providers: [credentials]"))
                .findFirst();
        var settings = read(yaml.orElseThrow(), Map.of("AUTH_SECRET", SECRET, "PORT", "" + port));
        var auth = Auth.of(settings.auth());
        try (var server = HttpServer.start("127.0.0.1", 0, new PublicEndpoints(auth, "/auth"), settings.hooks())) {
            await(port);
            var url = "http://127.0.0.1:" + server.port() + "/auth";
            assertThat(sessionOf(url, "correct horse")).contains("\"name\":\"Ann\"", "\"role\":\"editor\"");
            assertThat(sessionOf(url, "guess")).isEqualTo("null");
            var forged = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hooks/callbacks/authorize"))
                    .header("X-Cardea-Signature", "v2." + System.currentTimeMillis() / 1_000 + ".00.AAAA")
                    .POST(HttpRequest.BodyPublishers.ofString("{}"))
                    .build();
            assertThat(send(forged).statusCode()).isEqualTo(401);
        } finally {
            receiver.destroy();
        }
    }

    private String sessionOf(String url, String password) throws Exception {
        var csrf = send(HttpRequest.newBuilder(URI.create(url + "/csrf")).build());
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var form = "csrfToken=" + token + "&username=ann&password=" + password.replace(' ', '+');
        var answer = send(HttpRequest.newBuilder(URI.create(url + "/callback/credentials"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookies(csrf))
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build());
        var session = HttpRequest.newBuilder(URI.create(url + "/session")).header("Cookie", cookies(answer) + "; a=b");
        return send(session.build()).body();
    }

    private HttpResponse<String> send(HttpRequest request) throws Exception {
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private static String cookies(HttpResponse<?> answer) {
        return answer.headers().allValues("set-cookie").stream()
                .map(cookie -> cookie.replaceAll(";.*", ""))
                .reduce((a, b) -> a + "; " + b)
                .orElse("none=none");
    }

    private ServerSettings read(String yaml, Map<String, String> env) throws Exception {
        var file = Files.writeString(directory.resolve("cardea.yml"), yaml);
        return ConfigFile.read(file, Env.of(env));
    }

    private static List<String> samples(String language) throws IOException {
        return samples(language, "server.md");
    }

    private static List<String> samples(String language, String guide) throws IOException {
        var page = Files.readString(Path.of("..", "docs", guide));
        var samples = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult match) -> match.group(1))
                .toList();
        assertThat(samples).isNotEmpty();
        return samples;
    }

    private static void await(int port) {
        Eventually.isTrue("the receiver listens", () -> {
            try (var socket = new Socket("127.0.0.1", port)) {
                return socket.isConnected();
            }
        });
    }
}
