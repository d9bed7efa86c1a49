package dev.cardea.attacks;

import com.sun.net.httpserver.HttpExchange;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Serves a handler with the JDK's server. The host of the JDK is tested with these attacks, so it cannot serve them. */
final class TestHost {
    private TestHost() {}

    static com.sun.net.httpserver.HttpHandler of(HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                write(exchange, answer(exchange, handler));
            }
        };
    }

    private static Response answer(HttpExchange exchange, HttpHandler handler) throws IOException {
        Request request;
        try {
            request = request(exchange);
        } catch (IllegalArgumentException e) {
            return Response.of(400, "text/plain", "bad request");
        }
        try {
            return handler.handle(request);
        } catch (RuntimeException e) {
            return Response.of(500, "text/plain", "The handler threw " + e);
        }
    }

    private static Request request(HttpExchange exchange) throws IOException {
        List<Headers.Field> fields = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Request.of(
                exchange.getRequestMethod(),
                "http",
                target(exchange),
                Headers.of(fields),
                exchange.getRequestBody().readAllBytes(),
                exchange.getRemoteAddress().getAddress().getHostAddress());
    }

    /** Returns path and query as they were sent. A path that begins with two slashes would read as a host. */
    private static String target(HttpExchange exchange) {
        var uri = exchange.getRequestURI();
        var path = uri.getRawPath();
        if (path == null || !path.startsWith("/") || uri.toString().startsWith("//")) {
            throw new IllegalArgumentException("not a path of this site");
        }
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static void write(HttpExchange exchange, Response answer) throws IOException {
        for (var field : answer.headers().fields()) {
            if (!field.name().equalsIgnoreCase("content-length")) {
                exchange.getResponseHeaders().add(field.name(), field.value());
            }
        }
        byte[] body = answer.body();
        boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(answer.status(), none ? -1 : body.length);
        if (!none) exchange.getResponseBody().write(body);
    }
}
