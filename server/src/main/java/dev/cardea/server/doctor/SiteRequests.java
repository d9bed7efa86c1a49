package dev.cardea.server.doctor;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.oauth.OutboundHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Sends requests to a site as a browser would, without cookies of earlier answers. Times and sizes are bounded. */
final class SiteRequests {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String origin;
    private final HttpHandler http = new OutboundHttp(true);

    SiteRequests(String origin) {
        this.origin = origin;
    }

    /** The site did not answer; the message says why. */
    static final class NoAnswerException extends Exception {
        private static final long serialVersionUID = 1L;

        NoAnswerException(Exception cause) {
            super(ConnectionProbe.reason(cause), cause);
        }
    }

    Response get(String target) throws NoAnswerException {
        return send(Request.get(origin + target));
    }

    Response get(String target, String header, String value) throws NoAnswerException {
        return send(Request.get(origin + target).header(header, value));
    }

    private Response send(Request request) throws NoAnswerException {
        try {
            return http.handle(request.header("accept", "text/html,application/json"));
        } catch (RuntimeException e) {
            throw new NoAnswerException(e);
        }
    }

    /** Returns the origin to which redirects lead; empty if it does not answer. */
    Optional<String> destination(String target) {
        var following = HttpClient.newBuilder()
                .connectTimeout(PATIENCE)
                .followRedirects(HttpClient.Redirect.ALWAYS)
                .build();
        var request = HttpRequest.newBuilder(URI.create(origin + target)).timeout(PATIENCE);
        try {
            var answer = following.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            answer.body().close();
            return WebUrl.parse(answer.uri().toString()).map(WebUrl::origin);
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
