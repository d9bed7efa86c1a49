package dev.cardea.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.config.Env;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.recorder.Recorder;
import dev.cardea.recorder.RecorderOptions;
import dev.cardea.server.http.HttpServer;
import dev.cardea.server.http.ManagementEndpoints;
import dev.cardea.server.http.Readiness;
import dev.cardea.server.http.TraceEndpoint;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From the reference on the error page to the cause, over a real management listener. */
class ExplainCommandTest {
    private static final String TOKEN = "a-token-of-the-test";

    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private final Auth auth = Auth.of(config());

    private static AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.of(Map.of()))
                .url("https://app.example")
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .provider(OAuthProvider.oauth("acme", "Acme")
                        .clientId("id")
                        .clientSecret("secret")
                        .authorization("https://id.example/authorize")
                        .token("https://id.example/token")
                        .userinfo("https://id.example/userinfo")
                        .http(next -> request -> Response.of(503, "text/plain", "busy")));
    }

    @Test
    void a_reference_leads_to_the_cause() throws IOException {
        try (var listener = listen(null)) {
            assertThat(run("explain", failedSignIn(), "--url", url(listener))).isZero();
        }
        assertThat(out.toString())
                .contains("Sign-in with acme failed: InvalidCheck")
                .contains("Cause (")
                .contains("Remedy: ")
                .contains("docs/errors.md#invalidcheck");
    }

    @Test
    void an_unknown_reference_ends_with_1() throws IOException {
        try (var listener = listen(null)) {
            assertThat(run("explain", "0000000000000000", "--url", url(listener)))
                    .isEqualTo(ExitCode.BROKEN);
        }
        assertThat(err.toString()).contains("no process has the reference 0000000000000000");
    }

    @Test
    void one_of_several_processes_knows_the_reference() throws IOException {
        try (var other = HttpServer.startManagement("127.0.0.1", 0, endpoints(null, Auth.of(request -> null)));
                var listener = listen(null)) {
            assertThat(run("explain", failedSignIn(), "--url", url(other), "--url", url(listener)))
                    .isZero();
        }
    }

    @Test
    void a_sign_in_across_two_processes_is_joined_from_both() throws IOException {
        var second = Auth.of(config());
        var reference = failedSignIn(second, begin(auth));
        try (var one = listen(null);
                var two = HttpServer.startManagement("127.0.0.1", 0, endpoints(null, second))) {
            assertThat(run("explain", reference, "--url", url(two))).isZero();
            assertThat(out.toString()).contains("started in another process").doesNotContain("POST signin/acme");
            out.getBuffer().setLength(0);
            assertThat(run("explain", reference, "--url", url(two), "--url", url(one)))
                    .isZero();
        }
        assertThat(out.toString())
                .contains("POST signin/acme", "GET callback/acme", "Cause (")
                .doesNotContain("another process");
    }

    /** Returns the cookies of a sign-in that has begun. */
    private static String begin(Auth auth) {
        var csrf = auth.handle(Request.of("GET", "https://app.example/auth/csrf"));
        var token = Json.parseObject(csrf.text(), 2).text("csrfToken");
        var begin = Request.post(
                "https://app.example/auth/signin/acme", "application/x-www-form-urlencoded", "csrfToken=" + token);
        return cookies(auth.handle(begin.header("cookie", cookies(csrf))));
    }

    private static String cookies(Response answer) {
        return answer.headers().all("set-cookie").stream()
                .map(line -> line.substring(0, line.indexOf(';')))
                .collect(Collectors.joining("; "));
    }

    @Test
    void a_listener_with_a_token_wants_it() throws IOException {
        var file = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        var reference = failedSignIn();
        try (var listener = listen(TOKEN)) {
            assertThat(run("explain", reference, "--url", url(listener))).isEqualTo(ExitCode.NOT_STARTED);
            assertThat(err.toString()).contains("management.token");
            assertThat(run("explain", reference, "--url", url(listener), "--token-file", file.toString()))
                    .isZero();
        }
    }

    @Test
    void wrong_use_ends_with_2_and_a_token_that_cannot_be_read_with_3() {
        assertThat(run("explain")).isEqualTo(ExitCode.WRONG);
        assertThat(run("explain", "not-a-reference")).isEqualTo(ExitCode.WRONG);
        assertThat(run("explain", "0000000000000000", "--url", "ftp://host")).isEqualTo(ExitCode.WRONG);
        assertThat(run("explain", "0000000000000000", "--token-file", "/does/not/exist"))
                .isEqualTo(ExitCode.NOT_STARTED);
    }

    @Test
    void no_listener_ends_with_3() throws IOException {
        String closed;
        try (var listener = listen(null)) {
            closed = url(listener);
        }
        assertThat(run("explain", "0000000000000000", "--url", closed)).isEqualTo(ExitCode.NOT_STARTED);
        assertThat(err.toString()).contains("no management listener responds at");
    }

    @Test
    void a_folder_is_read_without_a_process() throws Exception {
        var reference = recorded();
        assertThat(run("explain", reference, "--file", traces().toString())).isZero();
        assertThat(out.toString())
                .contains("Sign-in with acme failed: InvalidCheck")
                .contains("Remedy: ");
        assertThat(run("explain", "0000000000000000", "--file", traces().toString()))
                .isEqualTo(ExitCode.BROKEN);
        assertThat(err.toString()).contains("does not have the reference 0000000000000000");
        assertThat(run("explain", "--file", traces().toString())).isEqualTo(ExitCode.WRONG);
    }

    @Test
    void a_file_is_read_with_or_without_its_reference() throws Exception {
        var reference = recorded();
        var file = onlyTrace().toString();
        assertThat(run("explain", "--file", file)).isZero();
        assertThat(run("explain", reference, "--file", file)).isZero();
        assertThat(run("explain", "0000000000000000", "--file", file)).isEqualTo(ExitCode.BROKEN);
    }

    @Test
    void a_file_that_was_cut_off_or_is_not_a_trace_is_named() throws Exception {
        var reference = recorded();
        var file = onlyTrace();
        Files.writeString(file, Files.readString(file).substring(0, 90));
        assertThat(run("explain", reference, "--file", traces().toString())).isEqualTo(ExitCode.BROKEN);
        assertThat(run("explain", "--file", file.toString())).isEqualTo(ExitCode.BROKEN);
        assertThat(err.toString()).contains("cannot be explained: it isn't complete JSON: it may have been cut off");
        var large = Files.write(directory.resolve("large.json"), new byte[300_000]);
        assertThat(run("explain", "--file", large.toString())).isEqualTo(ExitCode.BROKEN);
        assertThat(err.toString()).contains("it is larger than any trace").doesNotContain("\tat ");
        assertThat(run("explain", "--file", directory.resolve("nothing.json").toString()))
                .isEqualTo(ExitCode.NOT_STARTED);
        assertThat(err.toString()).contains("nothing.json is not there");
    }

    @Test
    void a_configuration_names_the_folder() throws Exception {
        var reference = recorded();
        var file = Files.writeString(
                directory.resolve("cardea.yml"),
                "url: https://app.example\nsecret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63x\nrecorder: { folder: traces }\n"
                        + "providers: [{ id: acme, type: oidc, issuer: 'https://id.example', clientId: a, clientSecret: b }]\n");
        assertThat(run("explain", reference, "--config", file.toString()))
                .as(err.toString())
                .isZero();
        assertThat(run("explain", "0000000000000000", "--config", file.toString()))
                .isEqualTo(ExitCode.BROKEN);
        assertThat(run("explain", reference, "--config", file.toString(), "--file", "x"))
                .isEqualTo(ExitCode.WRONG);
        Files.writeString(file, Files.readString(file).replace("recorder: { folder: traces }\n", ""));
        assertThat(run("explain", reference, "--config", file.toString())).isEqualTo(ExitCode.WRONG);
        assertThat(err.toString()).contains("neither recorder.folder nor management");
    }

    @Test
    void a_replay_needs_the_jar_of_development_mode() {
        assertThat(run("explain", "0000000000000000", "--replay")).isEqualTo(ExitCode.WRONG);
        assertThat(err.toString()).contains("--replay needs cardea-dev.jar");
    }

    private Path traces() {
        return directory.resolve("traces");
    }

    private Path onlyTrace() throws IOException {
        try (var files = Files.list(traces())) {
            return files.findFirst().orElseThrow();
        }
    }

    /** A failure of a process that has ended. */
    private String recorded() {
        var ended = Auth.of(config().observer(RecorderOptions.DEFAULT.folder(traces())));
        var reference = failedSignIn(ended);
        Recorder.of(ended).flush(Duration.ofSeconds(60));
        return reference;
    }

    @Test
    void programs_get_json() throws Exception {
        var reference = failedSignIn();
        try (var listener = listen(null)) {
            var request = HttpRequest.newBuilder(URI.create(url(listener) + "/traces/" + reference))
                    .header("Accept", "application/json")
                    .build();
            var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            var json = Json.parseObject(answer.body(), 8);
            assertThat(json.text("reference")).isEqualTo(reference);
            assertThat(json.text("error")).isEqualTo("InvalidCheck");
            assertThat(TraceRequest.trace(answer.body()))
                    .isEqualTo(Recorder.of(auth).find(reference).orElseThrow());
            assertThat(answer.headers().firstValue("cache-control")).hasValue("no-store");
        }
    }

    /** The provider's return without the cookies of the begin. */
    private String failedSignIn() {
        return failedSignIn(auth);
    }

    private static String failedSignIn(Auth auth) {
        return failedSignIn(auth, "other=1");
    }

    private static String failedSignIn(Auth auth, String cookies) {
        var back = Request.of("GET", "https://app.example/auth/callback/acme?code=c&state=s");
        var answer = auth.handle(back.header("cookie", cookies));
        return answer.header("Cardea-Error-Id").orElseThrow();
    }

    private HttpServer listen(@Nullable String token) throws IOException {
        return HttpServer.startManagement("127.0.0.1", 0, endpoints(token, auth));
    }

    private static ManagementEndpoints endpoints(@Nullable String token, Auth auth) {
        var endpoints = new ManagementEndpoints(Readiness.of(null), () -> Claims.NONE, true, token);
        endpoints.addGuarded(TraceEndpoint.PATH, new TraceEndpoint(() -> Optional.of(Recorder.of(auth))));
        return endpoints;
    }

    private static String url(HttpServer listener) {
        return "http://127.0.0.1:" + listener.port();
    }

    private int run(String... args) {
        return CardeaCommand.run(new PrintWriter(out, true), new PrintWriter(err, true), Env.of(Map.of()), args);
    }
}
