package dev.cardea.it.kills;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Requests, and how long the slowest took that reached a process. */
final class Web {
    static final AtomicLong WORST_MILLIS = new AtomicLong();

    private static final Duration LIMIT = Duration.ofSeconds(40);
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private Web() {}

    static HttpRequest.Builder request(String url) {
        return HttpRequest.newBuilder(URI.create(url)).timeout(LIMIT);
    }

    /** @throws IOException where the process is gone, or goes meanwhile */
    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException {
        long begin = System.nanoTime();
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            long millis = (System.nanoTime() - begin) / 1_000_000;
            WORST_MILLIS.accumulateAndGet(millis, Math::max);
        }
    }

    /** The status of {@code /healthz}; 0 where no process answers. */
    static int health(String address) {
        try {
            return HTTP.send(request(address + "/healthz").build(), HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 0;
        }
    }
}
