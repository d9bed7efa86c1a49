package dev.cardea.server.hooks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Posts signed JSON to the application: once, without following redirects, within the timeout to the last byte. */
final class HookClient {
    private static final int MOST = 256 * 1024;

    private final String url;
    private final Duration timeout;
    private final HookSigner signer;
    private final Clock clock;
    private final HttpClient http;

    HookClient(String url, Duration timeout, HookSigner signer, Clock clock) {
        this.url = url;
        this.timeout = timeout;
        this.signer = signer;
        this.clock = clock;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                // On the client's own thread: what is done with an answer never blocks, and a hand-over costs more than
                // it.
                .executor(Runnable::run)
                .build();
    }

    /** A status and a body of at most 256 KB. */
    record Answer(int status, byte[] body) {}

    /**
     * @param name such as {@code callbacks/signIn}
     * @throws HookException where there is no whole answer in time
     */
    Answer post(String name, byte[] body, Map<String, String> headers) {
        var exchange = http.sendAsync(request(name, body, headers), info -> new CappedBody(MOST));
        try {
            var answer = exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Answer(answer.statusCode(), answer.body());
        } catch (TimeoutException e) {
            exchange.cancel(true);
            throw new HookException(name, "did not answer within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new HookException(name, reason(e.getCause()), e);
        } catch (InterruptedException e) {
            exchange.cancel(true);
            Thread.currentThread().interrupt();
            throw new HookException(name, "was interrupted", e);
        }
    }

    private HttpRequest request(String name, byte[] body, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create(url + "/" + name))
                .header("Content-Type", "application/json")
                .header(
                        HookSigner.HEADER,
                        signer.sign(name, body, clock.instant().getEpochSecond()))
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return request.build();
    }

    private static String reason(@org.jspecify.annotations.Nullable Throwable cause) {
        return cause instanceof IOException io
                        && io.getMessage() != null
                        && io.getMessage().startsWith("more than")
                ? "answered with " + io.getMessage()
                : "could not be reached";
    }
}
