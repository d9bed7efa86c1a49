package dev.cardea.hooks;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The HTTP connections of all hooks. Safe for concurrent use. */
final class HookTransport {
    private static final int MOST = 256 * 1024;

    private final HttpClient http;

    /** @param timeout for a connection to be made */
    HookTransport(Duration timeout) {
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(timeout)
                // On the client's own thread: what is done with an answer never blocks, and a hand-over costs more than
                // it.
                .executor(Runnable::run)
                .build();
    }

    /**
     * A status and a body of at most 256 KB.
     *
     * @param signature of the answer, where the application signed it
     */
    record Answer(int status, byte[] body, @Nullable String signature) {}

    /**
     * @param name for messages, such as {@code callbacks/signIn}
     * @param timeout from here to the last byte of the answer
     * @throws HookException where there is no whole answer in time
     */
    Answer post(String name, URI address, Map<String, String> headers, byte[] body, Duration timeout) {
        var request = HttpRequest.newBuilder(address).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        var exchange = http.sendAsync(request.build(), info -> new CappedBody(MOST));
        try {
            var answer = exchange.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            var signature =
                    answer.headers().firstValue(HookSigner.ANSWER_HEADER).orElse(null);
            return new Answer(answer.statusCode(), answer.body(), signature);
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

    private static String reason(@Nullable Throwable cause) {
        return cause instanceof IOException io
                        && io.getMessage() != null
                        && io.getMessage().startsWith("more than")
                ? "answered with " + io.getMessage()
                : "could not be reached";
    }
}
