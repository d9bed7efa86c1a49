package dev.cardea.host.jdk;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cardea.action.AuthRequest;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Serves Cardea's handlers with the HTTP server of the JDK; {@link CardeaHandler} is a complete site.
 *
 * <pre>{@code
 * var server = Jdk.server(new InetSocketAddress("127.0.0.1", 3000));
 * server.createContext("/auth", Jdk.handler(auth));
 * server.createContext("/", Jdk.handler(auth.wrap((request, who) -> page(who))));
 * server.setExecutor(Executors.newFixedThreadPool(16));
 * server.start();
 * }</pre>
 *
 * <p>That server collapses slashes at the start of a path before a handler sees them, so such requests are rejected
 * with 400. It also rejects <code>| { } ^ `</code> in a query, which browsers send unencoded. Use it for tools and
 * prototypes; in production use another host or a proxy.
 */
public final class Jdk {
    private static final System.Logger LOG = System.getLogger("dev.cardea.host.jdk");

    /** Read once by the JDK, before its first server is made. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    /** From this release on, the server sends a short response in one segment. */
    private static final int WITHOUT_DELAY = 23;

    private static final AtomicBoolean WARNED = new AtomicBoolean();

    private Jdk() {}

    /**
     * Creates a server that responds without delay on kept-alive connections. Up to Java 22, the JDK's server sends
     * head and body of a response separately, and the second part waits 40 ms for the client's acknowledgement. The
     * property {@code sun.net.httpserver.nodelay} avoids that if it is set before the first server of the process is
     * made. This method sets it for the whole process, unless it is set already.
     *
     * @param address with port 0 for a free one
     * @return not started, without contexts, and without an executor: it serves one request at a time until it gets one
     */
    public static HttpServer server(InetSocketAddress address) throws IOException {
        if (System.getProperty(NO_DELAY) == null) System.setProperty(NO_DELAY, "true");
        return HttpServer.create(address, 0);
    }

    /**
     * Creates a handler for {@code HttpServer.createContext}. A body of more than {@link AuthRequest#MAX_BODY} bytes is
     * rejected with 413, also for pages, because their handler would otherwise get only the beginning of the body.
     */
    public static com.sun.net.httpserver.HttpHandler handler(HttpHandler handler) {
        warnOfDelay(Runtime.version().feature(), Boolean.getBoolean(NO_DELAY));
        return exchange -> {
            try (exchange) {
                write(exchange, answer(exchange, handler));
            }
        };
    }

    /** Warns once per process, because the remedy is outside of the code that serves. */
    static void warnOfDelay(int java, boolean hasNoDelay) {
        if (java >= WITHOUT_DELAY || hasNoDelay || WARNED.getAndSet(true)) return;
        LOG.log(
                System.Logger.Level.WARNING,
                "On Java {0} every response over a kept-alive connection takes 40 ms. Make the server with"
                        + " Jdk.server(address), or start Java with -Dsun.net.httpserver.nodelay=true.",
                java);
    }

    private static Response answer(HttpExchange exchange, HttpHandler handler) throws IOException {
        Request request;
        try {
            request = request(exchange);
        } catch (IllegalArgumentException e) {
            return error(400, "bad request");
        }
        if (request == null)
            return error(413, "the body is larger than " + AuthRequest.MAX_BODY / 1024 + " KB")
                    .header("Connection", "close");
        try {
            return handler.handle(request);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "no response to " + request.method(), e);
            return error(500, "internal error");
        }
    }

    /** Returns {@code null} if the body is too large. */
    private static @Nullable Request request(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(AuthRequest.MAX_BODY + 1);
        if (body.length > AuthRequest.MAX_BODY) return null;
        return Request.of(
                exchange.getRequestMethod(),
                exchange instanceof com.sun.net.httpserver.HttpsExchange ? "https" : "http",
                target(exchange),
                headers(exchange),
                body,
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

    private static Headers headers(HttpExchange exchange) {
        List<Headers.Field> fields = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Headers.of(fields);
    }

    private static void write(HttpExchange exchange, Response answer) throws IOException {
        for (var field : answer.headers().fields()) {
            // The server computes the length itself; every other line is sent unchanged, one line for each cookie.
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
