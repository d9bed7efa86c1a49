package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpExchange;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Serves Cardea's handlers from the HTTP server of the JDK; {@link AuthHandler} is a whole site.
 *
 * <pre>{@code
 * var server = HttpServer.create(new InetSocketAddress("127.0.0.1", 3000), 0);
 * server.createContext("/auth", Jdk.handler(auth));
 * server.createContext("/", Jdk.handler(auth.wrap((request, who) -> page(who))));
 * server.setExecutor(Executors.newFixedThreadPool(16));
 * server.start();
 * }</pre>
 *
 * <p>That server collapses slashes at the beginning of a path before anybody can see them, so such requests are refused
 * with 400, and it refuses <code>| { } ^ `</code> in a query, which browsers send as they are. It is for tools and trials; in front of people put
 * another host, or a proxy.
 */
public final class Jdk {
    private static final int LARGEST_BODY = 64 * 1024;
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.jdk");

    private Jdk() {}

    /** A handler for {@code HttpServer.createContext}. Bodies of more than 64 KB are answered with 413. */
    public static com.sun.net.httpserver.HttpHandler handler(HttpHandler handler) {
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
            return error(400, "bad request");
        }
        if (request == null) return error(413, "the body is larger than 64 KB").header("Connection", "close");
        try {
            return handler.handle(request);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "no answer to " + request.method(), e);
            return error(500, "internal error");
        }
    }

    /** {@code null} where the body is too large. */
    private static @Nullable Request request(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
        if (body.length > LARGEST_BODY) return null;
        return Request.of(
                exchange.getRequestMethod(),
                exchange instanceof com.sun.net.httpserver.HttpsExchange ? "https" : "http",
                target(exchange),
                headers(exchange),
                body,
                exchange.getRemoteAddress().getAddress().getHostAddress());
    }

    /** Path and query as they were sent. A path that begins with two slashes would read as a host. */
    private static String target(HttpExchange exchange) {
        var uri = exchange.getRequestURI();
        var path = uri.getRawPath();
        if (path == null || !path.startsWith("/") || uri.toString().startsWith("//")) {
            throw new IllegalArgumentException("not a path of this site");
        }
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    private static Headers headers(HttpExchange exchange) {
        List<Headers.Field> fields = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Headers.of(fields);
    }

    private static void write(HttpExchange exchange, Response answer) throws IOException {
        for (var field : answer.headers().fields()) {
            // The server counts for itself; every other line is sent as it is, cookies one by one.
            if (!field.name().equalsIgnoreCase("content-length")) {
                exchange.getResponseHeaders().add(field.name(), field.value());
            }
        }
        byte[] body = answer.body();
        boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD") || answer.status() == 304;
        exchange.sendResponseHeaders(answer.status(), none ? -1 : body.length);
        if (!none) exchange.getResponseBody().write(body);
    }

    private static Response error(int status, String words) {
        return Response.json(status, "{\"error\":\"" + words + "\"}");
    }
}
