package dev.cardea.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves a handler on a port of the loopback interface. */
public final class LocalServer implements AutoCloseable {
    private static final int MAX_BODY = 1 << 20;
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    private final HttpServer server;
    private final ExecutorService threads;

    private LocalServer(HttpServer server, ExecutorService threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Starts the server.
     *
     * @param port 0 picks a free one
     */
    public static LocalServer start(int port, HttpHandler handler) {
        // The JDK reads this before it creates its first server. Without it, a response over a kept-alive connection
        // takes 40 ms.
        if (System.getProperty(NO_DELAY) == null) System.setProperty(NO_DELAY, "true");
        try {
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            var threads = Executors.newCachedThreadPool(task -> {
                var thread = new Thread(task, "cardea-testing-http");
                thread.setDaemon(true);
                return thread;
            });
            server.setExecutor(threads);
            server.createContext("/", exchange -> serve(exchange, handler));
            server.start();
            return new LocalServer(server, threads);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on port " + port, e);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns its origin, such as {@code http://localhost:4000}. */
    public String url() {
        return "http://localhost:" + port();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private static void serve(HttpExchange exchange, HttpHandler handler) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readNBytes(MAX_BODY);
            var answer = answer(request(exchange, body), handler);
            for (var field : answer.headers().fields())
                exchange.getResponseHeaders().add(field.name(), field.value());
            byte[] content = answer.body();
            boolean empty = content.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(answer.status(), empty ? -1 : content.length);
            if (!empty) exchange.getResponseBody().write(content);
        }
    }

    private static Response answer(Request request, HttpHandler handler) {
        try {
            return handler.handle(request);
        } catch (RuntimeException e) {
            return Response.of(
                    500,
                    "text/plain; charset=utf-8",
                    "The handler threw " + e.getClass().getName());
        }
    }

    private static Request request(HttpExchange exchange, byte[] body) {
        var fields = new ArrayList<Headers.Field>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(new Headers.Field(name, value))));
        return Request.of(
                exchange.getRequestMethod(),
                "http",
                exchange.getRequestURI().toString(),
                Headers.of(fields),
                body,
                exchange.getRemoteAddress().getAddress().getHostAddress());
    }
}
