package dev.cardea.server;

import dev.cardea.testing.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Signed-in users who ask who they are, all the time, until the load is closed. */
final class Load implements AutoCloseable {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, AtomicInteger> outcomes = new ConcurrentHashMap<>();
    private final ExecutorService threads;
    private final CountDownLatch ended = new CountDownLatch(1);

    private Load(int users) {
        threads = Executors.newFixedThreadPool(users);
    }

    /**
     * @param tokens of the users' sessions, each of whom is one client
     * @param perSecond requests of all users together, as far as the machine keeps up
     */
    static Load of(String site, List<String> tokens, int perSecond) {
        var load = new Load(tokens.size());
        long pause = TimeUnit.SECONDS.toNanos(tokens.size()) / perSecond;
        for (int i = 0; i < tokens.size(); i++) {
            var name = "\"u" + i + "@example.com\"";
            var request = HttpRequest.newBuilder(URI.create(site + "/auth/session"))
                    .timeout(Duration.ofSeconds(60))
                    .header("Cookie", "authjs.session-token=" + tokens.get(i))
                    .build();
            load.threads.execute(() -> load.run(request, name, pause));
        }
        return load;
    }

    private void run(HttpRequest request, String name, long pause) {
        try {
            while (!ended.await(pause, TimeUnit.NANOSECONDS)) count(outcome(request, name));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private String outcome(HttpRequest request, String name) throws InterruptedException {
        try {
            var answer = http.send(request, HttpResponse.BodyHandlers.ofString());
            boolean isEnded = answer.headers().allValues("set-cookie").stream()
                    .anyMatch(cookie -> cookie.startsWith("authjs.session-token=;"));
            if (isEnded) return "signed out";
            if (answer.statusCode() == 200 && answer.body().contains(name)) return "signed in";
            return answer.statusCode() + " " + answer.body();
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }

    private void count(String outcome) {
        outcomes.computeIfAbsent(outcome, any -> new AtomicInteger()).incrementAndGet();
    }

    /** Returns how often each outcome was seen. */
    Map<String, AtomicInteger> outcomes() {
        return outcomes;
    }

    int count() {
        return outcomes.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    /** Waits for so many requests more. */
    void await(int more) {
        int wanted = count() + more;
        Eventually.isTrue(more + " requests", () -> count() >= wanted);
    }

    /** Waits for the requests that are under way. */
    @Override
    public void close() throws InterruptedException {
        ended.countDown();
        threads.shutdown();
        if (!threads.awaitTermination(60, TimeUnit.SECONDS)) throw new AssertionError("requests hang");
    }
}
