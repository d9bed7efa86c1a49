package dev.cardea.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.error.ErrorType;
import dev.cardea.testing.Require;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests that an attacker makes up must not add series to the meters of a running server. */
@Tag("process")
@Tag("nightly")
@Tag("part")
class HostileRequestsProcessTest {
    private static final int REQUESTS = 100_000;
    private static final int AT_ONCE = 4;
    private static final int ON_ONE_CONNECTION = 100;
    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_SERIES = 4_000;
    private static final List<String> METHODS = List.of("GET", "GET", "HEAD", "POST", "PUT", "PLANTED", "OPTIONS");
    private static final List<String> PATHS = List.of(
            "/auth/planted%d",
            "/auth/signin/planted%d",
            "/auth/callback/planted%d?code=planted&state=planted",
            "/auth/callback/p1?code=planted%d",
            "/auth/session;planted=%d",
            "/planted%d/../auth/session",
            "/auth/error?error=planted%d",
            "/auth/webauthn-options/planted%d");
    private static final Pattern ANSWER = Pattern.compile("HTTP/1\\.1 [1-5]\\d\\d");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private static final Set<String> ERROR_TYPES =
            Arrays.stream(ErrorType.values()).map(ErrorType::code).collect(Collectors.toSet());
    /** What {@code docs/meters.md} lists for the meters that requests without a session can touch. */
    private static final Map<String, Set<String>> CLOSED = Map.ofEntries(
            Map.entry("action", Set.of("callback", "error", "signin", "webauthn-options", "other")),
            Map.entry("method", Set.of("GET", "POST", "other")),
            Map.entry("outcome", Set.of("ok", "redirect", "rejected", "limited", "unavailable", "error")),
            Map.entry("provider", Set.of("p1", "unknown")),
            Map.entry("new_user", Set.of("unknown")),
            Map.entry("strategy", Set.of("jwt")),
            Map.entry("state", Set.of("open", "max")),
            Map.entry("reason", ERROR_TYPES),
            Map.entry("type", union(ERROR_TYPES, Set.of("oidc", "unknown"))),
            Map.entry("result", Set.of("failure", "absent", "kept", "evicted", "over_quota")));

    @TempDir
    Path folder;

    @Test
    void a_hundred_thousand_of_them_use_label_values_of_closed_lists_alone() throws Exception {
        Require.program("promtool");
        try (var served = ServedProcess.start(folder, config())) {
            var site = URI.create(served.site());
            send(site);
            var scrape = served.get(served.management() + "/metrics").body();
            assertThat(scrape).contains("cardea_requests_seconds_count").doesNotContain("planted", "PLANTED");
            assertThat(scrape.lines().filter(line -> !line.startsWith("#")).count())
                    .isLessThan(MOST_SERIES);
            assertThat(labels(scrape))
                    .contains("provider=p1", "provider=unknown", "action=other")
                    .allMatch(HostileRequestsProcessTest::isOfClosedList);
            assertThat(Promtool.findings(scrape)).isEmpty();
        }
    }

    /** Twenty providers, and nothing in the log for each request. */
    private static String config() {
        var providers = IntStream.rangeClosed(1, 20)
                .mapToObj(
                        "  - { id: p%1$d, type: oidc, issuer: \"http://127.0.0.1:9/%1$d\", clientId: c, clientSecret: s }\n"
                                ::formatted)
                .collect(Collectors.joining());
        return """
                env: development
                secret: 5f0c2e9b71d84a36b8e1f7c09d2a4e63
                port: 0
                management: { port: 0 }
                log: { levels: { dev.cardea: off } }
                providers:
                """ + providers;
    }

    /** Whether the value of a label is one of those that the page of the meters lists. */
    private static boolean isOfClosedList(String label) {
        int end = label.indexOf('=');
        return CLOSED.getOrDefault(label.substring(0, end), Set.of()).contains(label.substring(end + 1));
    }

    private static Set<String> union(Set<String> some, Set<String> others) {
        return Stream.concat(some.stream(), others.stream()).collect(Collectors.toSet());
    }

    /** The labels of our own meters, without the bounds of histograms and without what says which version runs. */
    private static Set<String> labels(String scrape) {
        return scrape.lines()
                .filter(line -> line.startsWith("cardea_") && !line.startsWith("cardea_info"))
                .flatMap(line -> LABEL.matcher(line).results())
                .filter(label -> !label.group(1).equals("le"))
                .map(label -> label.group(1) + "=" + label.group(2))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static void send(URI site) throws Exception {
        var answered = new AtomicInteger();
        Callable<Void> visitor = () -> {
            var random = new Random(Thread.currentThread().getName().hashCode());
            for (int i = 0; i < MOST_CONNECTIONS && answered.get() < REQUESTS; i++) {
                answered.addAndGet(answers(site, random));
            }
            return null;
        };
        var threads = Executors.newFixedThreadPool(AT_ONCE);
        try {
            for (var done : threads.invokeAll(
                    IntStream.range(0, AT_ONCE).mapToObj(number -> visitor).toList())) done.get();
        } finally {
            threads.shutdownNow();
        }
        assertThat(answered.get()).isGreaterThanOrEqualTo(REQUESTS);
    }

    /** Sends many requests at once over one connection. Returns how many were answered; the server may close before. */
    private static int answers(URI site, Random random) throws IOException {
        var all = new StringBuilder();
        for (int i = 1; i <= ON_ONE_CONNECTION; i++) all.append(request(random, i == ON_ONE_CONNECTION));
        try (var socket = new Socket(site.getHost(), site.getPort())) {
            socket.setSoTimeout(30_000);
            var writer = new Thread(() -> write(socket, all.toString()), "writer");
            writer.start();
            var text = read(socket);
            return Math.toIntExact(ANSWER.matcher(text).results().count());
        }
    }

    /** What arrived until the end, which may be a reset: the server does not read what follows a malformed request. */
    private static String read(Socket socket) {
        var all = new ByteArrayOutputStream();
        try {
            socket.getInputStream().transferTo(all);
        } catch (IOException e) {
            // What arrived before counts.
        }
        return all.toString(US_ASCII);
    }

    private static void write(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(US_ASCII));
        } catch (IOException e) {
            // The server has closed the connection for one of the requests.
        }
    }

    private static String request(Random random, boolean isLast) {
        int number = random.nextInt(1_000_000);
        var method = METHODS.get(random.nextInt(METHODS.size()));
        var path = PATHS.get(random.nextInt(PATHS.size())).formatted(number);
        var host = number % 3 == 0 ? "planted" + number + ".example" : "localhost";
        return method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Length: 0\r\nUser-Agent: planted"
                + number + "\r\nX-Request-Id: planted" + number + (isLast ? "\r\nConnection: close" : "") + "\r\n\r\n";
    }
}
