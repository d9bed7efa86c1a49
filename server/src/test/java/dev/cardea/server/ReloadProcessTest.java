package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.hooks.Receiver;
import dev.cardea.testing.Eventually;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A configuration is replaced while requests are answered. {@code -Dcardea.reloads=10 -Dcardea.requests=1000} makes the
 * longest run shorter.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGHUP")
@Tag("process")
class ReloadProcessTest {
    private static final int RELOADS = Integer.getInteger("cardea.reloads", 50);
    private static final int REQUESTS = Integer.getInteger("cardea.requests", 10_000);
    private static final String SECRET = "5f0c2e9b71d84a36b8e1f7c09d2a4e63";
    private static final String OTHER = "c41d7e0a93b65f288e1fd07a24b9c635";

    @TempDir
    Path folder;

    @Test
    void reloads_under_load_fail_no_request_and_sign_no_user_out() throws Exception {
        reload(3, 300);
    }

    @Test
    @Tag("nightly")
    void many_reloads_under_load_fail_no_request_and_sign_no_user_out() throws Exception {
        reload(RELOADS, REQUESTS);
    }

    private void reload(int reloads, int requests) throws Exception {
        try (var database = SharedDatabase.start(folder)) {
            var store = "session: { strategy: database }\nstore: { url: '" + database.url()
                    + "', pool: { timeout: 60000 } }\n";
            try (var served = ServedProcess.start(folder, config(SECRET, store));
                    var load = Load.of(served.site(), database.sessions(4), 5_000)) {
                for (int i = 1; i <= reloads; i++) {
                    boolean isValid = i % 3 != 0;
                    var secrets = i % 2 == 0 ? SECRET : OTHER + "', '" + SECRET;
                    write(
                            isValid
                                    ? config(secrets, store + "theme: { brandColor: '#0000" + (10 + i) + "' }\n")
                                    : "prot: " + i + "\nhost: 5\n");
                    served.hangUp();
                    var line = isValid ? "the configuration was reloaded" : "key \"prot\" is unknown";
                    awaitCount(served, line, isValid ? i - i / 3 : i / 3);
                    if (!isValid) awaitCount(served, "key \"host\" must be a text", i / 3);
                    load.await(requests / reloads);
                }
                load.close();
                assertThat(load.count()).isGreaterThanOrEqualTo(requests);
                assertThat(load.outcomes().keySet())
                        .as(() -> load.outcomes().toString())
                        .containsExactly("signed in");
                write(config(SECRET, store));
                served.terminate();
                assertThat(served.end()).isZero();
            }
        }
    }

    @Test
    void a_change_that_needs_a_restart_is_named_and_the_rest_is_in_effect() throws Exception {
        try (var served = ServedProcess.start(folder, config(SECRET, ""))) {
            var site = served.site();
            write(config(SECRET, "host: localhost\nstore: memory\nuseSecureCookies: true\n"));
            served.hangUp();
            assertThat(served.awaitError("the configuration was reloaded"))
                    .contains("restart the process to change: host, store");
            assertThat(served.get(site + "/auth/csrf").headers().firstValue("set-cookie"))
                    .hasValueSatisfying(cookie -> assertThat(cookie).startsWith("__Host-"));
        }
    }

    @Test
    void hooks_that_a_reload_removes_are_no_longer_reported() throws Exception {
        var management = "management: { port: 0 }\n";
        try (var app = new Receiver().describes(SECRET, List.of("session"), List.of());
                var served = ServedProcess.start(
                        folder, config(SECRET, management + "hooks: { url: '" + app.url() + "' }\n"))) {
            served.site();
            var ready = served.management() + "/readyz";
            assertThat(served.get(ready).body()).contains("\"hooks\"");
            write(config(SECRET, management));
            served.hangUp();
            served.awaitError("the configuration was reloaded");
            assertThat(served.get(ready).body()).contains("\"process\"").doesNotContain("\"hooks\"");
        }
    }

    @Test
    void a_visitor_whom_the_application_denied_is_not_signed_in_by_a_deployment_without_the_callback_and_a_reload()
            throws Exception {
        var ann = Receiver.Reply.of("{\"result\":{\"id\":7,\"name\":\"Ann\"}}");
        try (var app = new Receiver()
                        .describes(SECRET, List.of("authorize", "signIn"), List.of())
                        .on("callbacks/authorize", ann)
                        .on("callbacks/signIn", Receiver.Reply.of("{\"result\":false}"));
                var served = ServedProcess.start(
                        folder, config(SECRET, "providers: [credentials]\nhooks: { url: '" + app.url() + "' }\n"))) {
            assertThat(enter(served).headers().firstValue("location"))
                    .hasValueSatisfying(it -> assertThat(it).contains("AccessDenied"));
            app.describes(SECRET, List.of("authorize"), List.of());
            write(config(SECRET, "providers: [credentials]\nhooks: { url: '" + app.url() + "' }\n"));
            served.hangUp();
            served.awaitError("the configuration wasn't reloaded");
            assertThat(enter(served).headers().allValues("set-cookie"))
                    .noneMatch(line -> line.contains("session-token"));
            assertThat(served.errors()).anyMatch(line -> line.contains("no longer has the callback signIn"));
        }
    }

    @Test
    void attempts_that_were_counted_stay_counted() throws Exception {
        // Only visitors with a public address have a budget of their own.
        var limits = "url: http://localhost:3000\ntrustedProxies: [127.0.0.0/8]\n"
                + "rateLimits: { signInStarts: { burst: 3, each: 3600 } }\n"
                + "providers: [{ id: acme, type: oauth, clientId: a, clientSecret: b, authorization: 'http://127.0.0.1:1/a',"
                + " token: 'http://127.0.0.1:1/t', userinfo: 'http://127.0.0.1:1/u' }]\n";
        try (var served = ServedProcess.start(folder, config(SECRET, limits))) {
            for (int i = 0; i < 3; i++) assertThat(start(served).statusCode()).isEqualTo(302);
            var limited = start(served);
            assertThat(limited.statusCode())
                    .as(() -> limited.headers() + "\n" + served.errors())
                    .isEqualTo(429);
            write(config(SECRET, limits + "theme: { brandColor: '#123456' }\n"));
            served.hangUp();
            served.awaitError("the configuration was reloaded");
            assertThat(start(served).statusCode()).isEqualTo(429);
        }
    }

    @Test
    void watch_reloads_when_the_file_or_a_secret_file_changes() throws Exception {
        var secret = Files.writeString(folder.resolve("secret.txt"), SECRET);
        var config = "secret: { file: secret.txt }\nport: 0\n";
        try (var served = ServedProcess.start(folder, config, "--watch")) {
            var site = served.site();
            Files.writeString(folder.resolve("next.txt"), OTHER);
            Files.move(folder.resolve("next.txt"), secret, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
            awaitCount(served, "the configuration was reloaded", 1);
            write(config + "basePath: /login\n");
            awaitCount(served, "the configuration was reloaded", 2);
            assertThat(served.get(site + "/login/session").body()).isEqualTo("null");
            assertThat(served.get(site + "/auth/session").statusCode()).isEqualTo(404);
        }
    }

    @Test
    void a_secret_that_a_variable_names_is_watched_and_a_missing_one_rejects_the_reload() throws Exception {
        var secret = Files.writeString(folder.resolve("secret.txt"), SECRET + "\n");
        var variables = Map.of("AUTH_SECRET_FILE", secret.toString());
        var config = "port: 0\nmanagement: { port: 0 }\n";
        try (var served = ServedProcess.start(folder, config, variables, "--watch")) {
            served.site();
            Files.writeString(secret, OTHER + "\n");
            awaitCount(served, "the configuration was reloaded", 1);
            Files.delete(secret);
            served.awaitError("the configuration wasn't reloaded: the variable AUTH_SECRET_FILE is set to the file ");
            assertThat(served.errors()).noneMatch(line -> line.contains("Exception"));
            assertThat(served.get(served.management() + "/metrics").body())
                    .contains("cardea_config_reloads_total{result=\"rejected\"} 1");
        }
    }

    @Test
    void watch_notices_a_change_while_the_process_starts() throws Exception {
        var application = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var config = "secret: " + SECRET + "\nport: 0\nhooks: { url: 'http://127.0.0.1:"
                + application.getAddress().getPort() + "', callbacks: [signIn] }\n";
        application.createContext("/", exchange -> {
            Files.writeString(folder.resolve("cardea.yml"), config + "basePath: /login\n");
            exchange.sendResponseHeaders(404, -1);
            exchange.close();
        });
        application.start();
        try (var served = ServedProcess.start(folder, config, "--watch")) {
            var site = served.site();
            awaitCount(served, "the configuration was reloaded", 1);
            assertThat(served.get(site + "/auth/session").statusCode()).isEqualTo(404);
        } finally {
            application.stop(0);
        }
    }

    private static HttpResponse<String> start(ServedProcess served) throws Exception {
        return post(served, "/auth/signin/acme");
    }

    private static HttpResponse<String> enter(ServedProcess served) throws Exception {
        return post(served, "/auth/callback/credentials");
    }

    private static HttpResponse<String> post(ServedProcess served, String path) throws Exception {
        var csrf = served.get(served.site() + "/auth/csrf");
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var request = HttpRequest.newBuilder(URI.create(served.site() + path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("X-Forwarded-For", "9.9.9.9")
                .header(
                        "Cookie",
                        csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", ""))
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token));
        return served.http().send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void a_server_that_was_started_with_the_signal_ignored_says_so_unless_it_watches_the_file() throws Exception {
        try (var served = ServedProcess.startWithNohup(folder, config(SECRET, ""))) {
            served.site();
            served.awaitError("SIGHUP is ignored");
        }
        try (var served = ServedProcess.startWithNohup(folder, config(SECRET, ""), "--watch")) {
            served.site();
            write(config(SECRET, "theme: { brandColor: '#000010' }\n"));
            served.awaitError("the configuration was reloaded");
            assertThat(served.errors()).noneMatch(line -> line.contains("SIGHUP"));
        }
    }

    private static String config(String secret, String more) {
        return "secret: ['" + secret + "']\nport: 0\n" + more;
    }

    private void write(String config) throws Exception {
        Files.writeString(folder.resolve("cardea.yml"), config);
    }

    private static void awaitCount(ServedProcess served, String text, int count) {
        Eventually.isTrue(
                count + " lines with \"" + text + "\"",
                () -> served.errors().stream()
                                .filter(line -> line.contains(text))
                                .count()
                        >= count);
    }
}
