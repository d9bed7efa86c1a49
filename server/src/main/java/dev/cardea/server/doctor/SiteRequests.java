package dev.cardea.server.doctor;

import dev.cardea.http.WebUrl;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Sends requests to a site as a browser would, without cookies of earlier answers, and follows no redirect. */
final class SiteRequests {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String origin;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();

    SiteRequests(String origin) {
        this.origin = origin;
    }

    /** The site did not answer; the message says why. */
    static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1L;

        NoAnswerException(Exception cause) {
            super(Connections.reason(cause), cause);
        }
    }

    /** @param headers names and values in turn */
    HttpResponse<String> get(String target, String... headers) throws NoAnswerException {
        var request = HttpRequest.newBuilder(URI.create(origin + target))
                .timeout(PATIENCE)
                .header("Accept", "text/html,application/json");
        if (headers.length > 0) request.headers(headers);
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new NoAnswerException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NoAnswerException(e);
        }
    }

    /** Returns the origin to which redirects lead; empty if it does not answer. */
    Optional<String> destination(String target) {
        var following = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        try {
            var request = HttpRequest.newBuilder(URI.create(origin + target)).timeout(PATIENCE);
            var answer = following.send(request.build(), HttpResponse.BodyHandlers.discarding());
            return WebUrl.parse(answer.uri().toString()).map(WebUrl::origin);
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
