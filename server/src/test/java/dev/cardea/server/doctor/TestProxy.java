package dev.cardea.server.doctor;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;

/** A reverse proxy in front of a site, which appends the visitor's address as it should, and has the faults of a test. */
final class TestProxy implements AutoCloseable {
    private static final Set<String> SET_BY_CLIENT = Set.of(
            "host", "connection", "content-length", "upgrade", "http2-settings", "x-forwarded-for", "x-forwarded-host");

    private final HttpServer server;
    private final HttpClient client = HttpClient.newHttpClient();
    private final String site;
    private final Set<Fault> faults;

    enum Fault {
        PASSES_THE_CLAIMED_ADDRESS,
        HIDES_VISITORS,
        REMOVES_COOKIES,
        REMOVES_ATTRIBUTES,
        ALLOWS_CACHING,
        REJECTS_5_KB,
        CLOSES_AT_5_KB,
        REJECTS_12_KB,
        FORWARDS_TO_ANOTHER_HOST,
        LOSES_THE_PATH,
        LEADS_ELSEWHERE
    }

    TestProxy(String site, Fault... faults) throws IOException {
        this.site = site;
        this.faults = Set.of(faults);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            int cookies = String.join("", exchange.getRequestHeaders().getOrDefault("Cookie", List.of()))
                    .length();
            if (faults.contains(Fault.LEADS_ELSEWHERE)) {
                exchange.getResponseHeaders().add("Location", site + "/");
                exchange.sendResponseHeaders(301, -1);
            } else if (faults.contains(Fault.LOSES_THE_PATH)) {
                exchange.sendResponseHeaders(404, -1);
            } else if (cookies > 4_000 && faults.contains(Fault.CLOSES_AT_5_KB)) {
                exchange.close();
            } else if (cookies > (faults.contains(Fault.REJECTS_5_KB) ? 4_000 : 10_000)
                    && (faults.contains(Fault.REJECTS_5_KB) || faults.contains(Fault.REJECTS_12_KB))) {
                exchange.sendResponseHeaders(400, -1);
            } else {
                send(exchange, forward(exchange));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private HttpResponse<byte[]> forward(HttpExchange exchange) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(site + exchange.getRequestURI()));
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!SET_BY_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
            }
        });
        var chain = new ArrayList<>(exchange.getRequestHeaders().getOrDefault("X-Forwarded-For", List.of()));
        if (!faults.contains(Fault.PASSES_THE_CLAIMED_ADDRESS)) chain.add("203.0.113.9");
        if (faults.contains(Fault.HIDES_VISITORS)) chain.clear();
        if (!chain.isEmpty()) request.header("X-Forwarded-For", String.join(", ", chain));
        var host = faults.contains(Fault.FORWARDS_TO_ANOTHER_HOST)
                ? "internal.example"
                : exchange.getRequestHeaders().getFirst("Host");
        request.header("X-Forwarded-Host", host).header("X-Forwarded-Proto", "http");
        return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    }

    private void send(HttpExchange exchange, HttpResponse<byte[]> answer) throws IOException {
        var headers = new TreeMap<>(answer.headers().map());
        headers.remove("content-length");
        headers.forEach((name, values) -> values.forEach(value -> add(exchange, name, value)));
        exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
        exchange.getResponseBody().write(answer.body());
    }

    private void add(HttpExchange exchange, String name, String value) {
        boolean isCookie = name.equalsIgnoreCase("set-cookie");
        if (isCookie && faults.contains(Fault.REMOVES_COOKIES)) return;
        if (name.equalsIgnoreCase("cache-control") && faults.contains(Fault.ALLOWS_CACHING)) return;
        var sent = isCookie && faults.contains(Fault.REMOVES_ATTRIBUTES) ? value.split(";")[0] : value;
        exchange.getResponseHeaders().add(name, sent);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
