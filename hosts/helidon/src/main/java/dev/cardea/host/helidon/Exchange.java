package dev.cardea.host.helidon;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.ResponseHeaders;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Converts between Helidon's objects and Cardea's values. */
final class Exchange {
    private Exchange() {}

    /** Converts a request without its body, which the application may read. */
    static Request request(ServerRequest http) {
        List<Headers.Field> fields = new ArrayList<>();
        for (var header : http.headers()) {
            for (var value : header.allValues()) fields.add(new Headers.Field(header.name(), value));
        }
        var path = http.prologue().uriPath().rawPath();
        var query = http.prologue().query().rawValue();
        var remote = http.remotePeer().address() instanceof InetSocketAddress peer
                ? peer.getAddress().getHostAddress()
                : null;
        return Request.of(
                http.prologue().method().text(),
                http.isSecure() ? "https" : "http",
                http.prologue().hasQuery() ? path + "?" + query : path,
                Headers.of(fields),
                new byte[0],
                remote);
    }

    /** Adds the body, up to the maximum length; a longer one is rejected. */
    static Request withBody(Request request, ServerRequest http) {
        // Helidon would wait for a body that never comes.
        if (!http.content().hasEntity()) return request;
        try (var in = http.content().inputStream()) {
            return request.body(in.readNBytes(AuthRequest.MAX_BODY + 1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ResponseHeaders headers(ServerResponse answer) {
        return new HelidonHeaders(answer.headers());
    }

    static void write(Response response, ServerRequest http, ServerResponse answer) {
        answer.status(response.status());
        for (var field : response.headers().fields()) {
            answer.headers().add(HeaderValues.create(field.name(), field.value()));
        }
        byte[] body = response.body();
        if (body.length == 0 || http.prologue().method().text().equals("HEAD")) answer.send();
        else answer.send(body);
    }

    private record HelidonHeaders(ServerResponseHeaders headers) implements ResponseHeaders {
        @Override
        public Collection<String> names() {
            return headers.stream().map(header -> header.name()).toList();
        }

        @Override
        public Collection<String> values(String name) {
            var header = HeaderNames.create(name);
            return headers.contains(header) ? headers.get(header).allValues() : List.of();
        }

        @Override
        public void set(String name, List<String> values) {
            headers.set(HeaderValues.create(HeaderNames.create(name), values));
        }
    }
}
