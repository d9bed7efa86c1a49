package dev.cardea.testing;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Sends requests over the network, so that a {@link Browser} can visit a running application.
 *
 * <pre>{@code
 * var browser = Browser.of(Network.INSTANCE);
 * browser.open("http://localhost:8080/account");
 * }</pre>
 */
public enum Network implements HttpHandler {
    INSTANCE;

    /** The HTTP client sets these itself. */
    private static final Set<String> OF_THE_CLIENT =
            Set.of("host", "connection", "content-length", "upgrade", "expect");

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();

    @Override
    public Response handle(Request request) {
        var sent = HttpRequest.newBuilder(URI.create(request.url()))
                .method(request.method(), HttpRequest.BodyPublishers.ofByteArray(request.body()));
        for (var field : request.headers().fields()) {
            if (!OF_THE_CLIENT.contains(field.name().toLowerCase(Locale.ROOT)))
                sent.header(field.name(), field.value());
        }
        try {
            return response(client.send(sent.build(), HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static Response response(HttpResponse<byte[]> answer) {
        List<Headers.Field> fields = new ArrayList<>();
        answer.headers()
                .map()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Response.of(answer.statusCode(), Headers.of(fields), answer.body());
    }
}
