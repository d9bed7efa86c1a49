package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpExchange;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.util.ArrayList;

/**
 * Serves a Cardea handler, {@code Auth} among them, from the JDK's own HTTP server.
 *
 * <pre>{@code
 * var server = HttpServer.create(new InetSocketAddress(8080), 0);
 * server.createContext("/auth/", Jdk.handler(auth));
 * server.start();
 * }</pre>
 *
 * <p>That server has limits of its own: it answers a raw {@code |} in a query, which browsers send, with an error of its
 * own, and it rewrites paths that begin with two slashes; those are refused here. Behind a browser use a server that
 * passes targets on as they came, or a proxy in front.
 */
public final class Jdk {
    /** The longest body that is read, in bytes. */
    private static final int MOST_BYTES = 64 * 1024;

    private Jdk() {}

    /** Bodies over 64 KB get 413; a handler that throws gets a plain 500. */
    public static com.sun.net.httpserver.HttpHandler handler(HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                write(exchange, answer(exchange, handler));
            }
        };
    }

    private static Response answer(HttpExchange exchange, HttpHandler handler) throws IOException {
        var target = exchange.getRequestURI().toString();
        if (!target.startsWith("/") || target.startsWith("//")) return plain(400, "not a target that is served");
        byte[] body = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (body.length > MOST_BYTES) return plain(413, "the body is too long");
        try {
            return handler.handle(Request.of(
                    exchange.getRequestMethod(),
                    exchange instanceof com.sun.net.httpserver.HttpsExchange ? "https" : "http",
                    target,
                    headers(exchange),
                    body,
                    exchange.getRemoteAddress().getAddress().getHostAddress()));
        } catch (RuntimeException e) {
            System.getLogger("dev.cardea").log(System.Logger.Level.ERROR, "a handler threw", e);
            return plain(500, "something went wrong");
        }
    }

    private static Headers headers(HttpExchange exchange) {
        var fields = new ArrayList<Headers.Field>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Headers.of(fields);
    }

    private static void write(HttpExchange exchange, Response response) throws IOException {
        for (var field : response.headers().fields())
            exchange.getResponseHeaders().add(field.name(), field.value());
        byte[] body = response.body();
        boolean none = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(response.status(), none ? -1 : body.length);
        if (!none) exchange.getResponseBody().write(body);
    }

    private static Response plain(int status, String text) {
        return Response.of(status, "application/json", "{\"error\":\"" + text + "\"}");
    }
}
