package dev.cardea.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.hooks.Receiver;
import dev.cardea.hooks.Receiver.Reply;
import dev.cardea.testing.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The program as others see it: a process, its output, its port, its end. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no SIGTERM")
@Tag("process")
class ServeProcessTest {
    private static final String CONFIG = """
            secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
            port: 0
            """;

    private static final int SIGN_INS = 5;

    @TempDir
    Path folder;

    @Test
    void serves_and_ends_with_0_after_the_delay_when_it_is_stopped() throws Exception {
        try (var served = ServedProcess.start(folder, CONFIG + "shutdown: { delay: 1 }\n")) {
            var url = served.site();
            assertThat(url).startsWith("http://127.0.0.1:");
            assertThat(served.get(url + "/healthz").body()).isEqualTo("{\"status\":\"up\"}");
            assertThat(served.get(url + "/auth/session").body()).isEqualTo("null");
            assertThat(served.get(url + "/nowhere").statusCode()).isEqualTo(404);
            long begin = System.nanoTime();
            served.terminate();
            assertThat(served.end()).isZero();
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
        }
    }

    @Test
    void the_end_waits_for_answers_on_their_way_and_for_their_events() throws Exception {
        var asked = new CountDownLatch(SIGN_INS);
        var stopping = new CountDownLatch(1);
        var answered = new CountDownLatch(1);
        try (var app = new Receiver()) {
            app.on("describe", Reply.status(404));
            app.on("callbacks/authorize", call -> {
                asked.countDown();
                return after(stopping, Reply.of("{\"result\":{\"id\":\"1\",\"name\":\"Ann\"}}"));
            });
            app.on("events/signIn", call -> after(answered, Reply.status(204)));
            // On a busy machine all sign-ins take longer than the usual three seconds to arrive.
            var hooks =
                    "hooks: { url: '" + app.url() + "', timeout: 60000, callbacks: [authorize], events: [signIn] }\n";
            try (var served = ServedProcess.start(folder, CONFIG + hooks + "providers: [credentials]\n")) {
                var url = served.site();
                List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
                for (int i = 0; i < SIGN_INS; i++) answers.add(signIn(served, "user" + i));
                assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
                served.terminate();
                Eventually.isTrue("the process begins to stop", () -> isStopping(served, url));
                stopping.countDown();
                for (var answer : answers) {
                    assertThat(answer.get(60, TimeUnit.SECONDS).headers().allValues("set-cookie"))
                            .anySatisfy(cookie -> assertThat(cookie).startsWith("authjs.session-token="));
                }
                assertThat(served.process().waitFor(300, TimeUnit.MILLISECONDS))
                        .as("the process has ended before its events arrived")
                        .isFalse();
                answered.countDown();
                assertThat(served.end()).isZero();
            }
            assertThat(app.calls)
                    .extracting(Receiver.Call::name)
                    .hasSize(2 * SIGN_INS)
                    .filteredOn("events/signIn"::equals)
                    .hasSize(SIGN_INS);
        }
    }

    /** A log of the collector says: {@code Pause Full (System.gc()) 25M->13M(69M)}, the last of which the heap keeps. */
    @Test
    void the_memory_that_the_start_used_is_given_back_when_no_request_comes() throws Exception {
        // The collector of a machine with two processors, and not that of other tests. This variable overrides options.
        var options = "-XX:-UseSerialGC -XX:+UseG1GC -XX:InitialHeapSize=128m -Xlog:gc:stderr";
        try (var served = ServedProcess.start(folder, CONFIG, Map.of("_JAVA_OPTIONS", options))) {
            assertThat(served.get(served.site() + "/auth/session").body()).isEqualTo("null");
            var line = served.awaitError("Pause Full (System.gc())");
            var megabytes = Pattern.compile("(\\d+)M->(\\d+)M\\((\\d+)M\\)").matcher(line);
            assertThat(megabytes.find()).as(line).isTrue();
            assertThat(Integer.parseInt(megabytes.group(2))).isLessThan(Integer.parseInt(megabytes.group(1)));
            assertThat(Integer.parseInt(megabytes.group(3))).isLessThan(100);
        }
    }

    private static Reply after(CountDownLatch latch, Reply reply) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
            return reply;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isStopping(ServedProcess served, String url) throws Exception {
        try {
            return served.get(url + "/healthz").statusCode() == 503;
        } catch (IOException e) {
            return true;
        }
    }

    private static CompletableFuture<HttpResponse<String>> signIn(ServedProcess served, String name) throws Exception {
        var csrf = served.get(served.site() + "/auth/csrf");
        var token = csrf.body().replaceAll(".*\":\"|\"}", "");
        var cookie = csrf.headers().firstValue("set-cookie").orElseThrow().replaceAll(";.*", "");
        var request = HttpRequest.newBuilder(URI.create(served.site() + "/auth/callback/credentials"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookie)
                .POST(HttpRequest.BodyPublishers.ofString("csrfToken=" + token + "&username=" + name))
                .build();
        return served.http().sendAsync(request, HttpResponse.BodyHandlers.ofString());
    }
}
