package dev.cardea.server.tracing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;

/** A collector on the loopback interface, which reads what it is sent as OTLP says it. */
public final class OtlpSink implements AutoCloseable {
    /** What arrived. */
    public final List<ExportedSpan> spans = new CopyOnWriteArrayList<>();

    /** The attributes of the resources. */
    public final List<Map<String, Object>> resources = new CopyOnWriteArrayList<>();
    /** The bodies, byte by byte as characters. */
    public final List<String> bodies = new CopyOnWriteArrayList<>();

    /** The headers of the last request. */
    public volatile Map<String, List<String>> headers = Map.of();

    private final HttpServer server;

    public OtlpSink() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task, "otlp-sink");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/v1/traces", this::receive);
        server.start();
    }

    /** The base address, for {@code OTEL_EXPORTER_OTLP_ENDPOINT}. */
    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** The spans with this name. */
    public List<ExportedSpan> named(String name) {
        return spans.stream().filter(span -> span.name().equals(name)).toList();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            headers = exchange.getRequestHeaders();
            bodies.add(new String(body, StandardCharsets.ISO_8859_1));
            var request = new ProtobufMessage(body);
            for (var ofResource : request.messages(1)) {
                for (var resource : ofResource.messages(1)) resources.add(ExportedSpan.attributes(resource, 1));
                for (var scope : ofResource.messages(2)) {
                    for (var span : scope.messages(2)) spans.add(ExportedSpan.of(span));
                }
            }
            exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
