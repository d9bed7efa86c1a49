package dev.cardea.server.http;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.http.WebUrl;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the management listener answers: probes with the reasons, facts about the process, and the endpoints that others
 * add. Safe for concurrent use.
 */
public final class ManagementEndpoints implements HttpHandler {
    private static final Pattern ADDRESS = Pattern.compile("(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9A-Fa-f:.]+])(:\\d{1,5})?");

    private final Readiness readiness;
    private final Supplier<Claims> info;
    private final boolean isLoopback;
    private final @Nullable String token;
    private final List<Endpoint> endpoints = new CopyOnWriteArrayList<>();

    private enum Access {
        /** Any request: a probe may use any name or address of a container. */
        PROBE,
        /** On a loopback listener, only requests that name this machine or an address. */
        FACTS,
        /** Requests with the token, or of this machine. */
        GUARDED
    }

    /** @param path of the endpoint; with a slash at its end: of all below it */
    private record Endpoint(String path, Access access, HttpHandler handler) {
        boolean takes(String asked) {
            return path.endsWith("/") ? asked.startsWith(path) && asked.length() > path.length() : asked.equals(path);
        }
    }

    /**
     * @param info facts about the process, without secrets
     * @param isLoopback whether only this machine reaches the listener
     * @param token the bearer value for guarded endpoints; {@code null}: they answer on a loopback listener only
     */
    public ManagementEndpoints(Readiness readiness, Supplier<Claims> info, boolean isLoopback, @Nullable String token) {
        this.readiness = readiness;
        this.info = info;
        this.isLoopback = isLoopback;
        this.token = token;
        endpoints.add(new Endpoint("/livez", Access.PROBE, request -> json(200, Claims.of("status", "up"))));
        endpoints.add(new Endpoint("/readyz", Access.PROBE, request -> ready()));
        add("/info", request -> json(200, this.info.get()));
    }

    /**
     * Adds an endpoint for GET and HEAD. On a loopback listener {@code Host} must be an address or a name of this machine:
     * a page on the Internet, whose name an attacker pointed at this machine (DNS rebinding), could read it otherwise.
     *
     * @param path such as {@code /metrics}
     */
    public void add(String path, HttpHandler handler) {
        endpoints.add(new Endpoint(path, Access.FACTS, handler));
    }

    /**
     * Adds an endpoint that shows what happened to visitors. Requests need the bearer value of {@code management.token},
     * unless the listener is on a loopback address and the request names one in {@code Host}.
     *
     * @param path with a slash at its end, such as {@code /traces/}: all below it
     */
    public void addGuarded(String path, HttpHandler handler) {
        endpoints.add(new Endpoint(path, Access.GUARDED, handler));
    }

    @Override
    public Response handle(Request request) {
        if (!HealthEndpoints.isRead(request)) return notFound();
        for (var endpoint : endpoints) {
            if (!endpoint.takes(request.path())) continue;
            return switch (endpoint.access) {
                case PROBE -> endpoint.handler.handle(request);
                case FACTS -> isRebound(request) ? misdirected() : endpoint.handler.handle(request);
                case GUARDED -> isAdmitted(request) ? endpoint.handler.handle(request) : unauthorized();
            };
        }
        return notFound();
    }

    /** A page on the Internet can make a browser send requests to this machine, but not with a loopback host. */
    private boolean isAdmitted(Request request) {
        if (hasToken(request)) return true;
        return token == null && isLoopback && namesLoopback(request);
    }

    /** Browsers send the name of the page's site. A request without a host, or with an address, is none of such a page. */
    private boolean isRebound(Request request) {
        if (!isLoopback || hasToken(request)) return false;
        var host = request.header("host").orElse("");
        return !host.isEmpty()
                && !namesLoopback(request)
                && !ADDRESS.matcher(host).matches();
    }

    private boolean hasToken(Request request) {
        return token != null && Hashes.equal(request.header("authorization").orElse(""), "Bearer " + token);
    }

    private static boolean namesLoopback(Request request) {
        return request.header("host")
                .flatMap(host -> WebUrl.parse("http://" + host))
                .filter(WebUrl::isLoopback)
                .isPresent();
    }

    private Response ready() {
        boolean isReady = readiness.isReady();
        Map<String, @Nullable Object> checks = new LinkedHashMap<>();
        readiness.checks().forEach((name, check) -> {
            Map<String, @Nullable Object> shown = new LinkedHashMap<>();
            shown.put("status", HealthEndpoints.word(check.isUp()));
            shown.put("age", check.age().toMillis() / 1_000.0);
            checks.put(name, shown);
        });
        var answer = Claims.of("status", HealthEndpoints.word(isReady)).with("checks", checks);
        return json(isReady ? 200 : 503, answer);
    }

    private static Response json(int status, Claims body) {
        return HealthEndpoints.uncached(Response.json(status, body.toJson()));
    }

    private static Response unauthorized() {
        return json(401, Claims.of("error", "unauthorized")).header("WWW-Authenticate", "Bearer");
    }

    private static Response misdirected() {
        return json(421, Claims.of("error", "the host isn't this machine; use its IP address, such as 127.0.0.1"));
    }

    private static Response notFound() {
        return Response.json(404, "{\"error\":\"not found\"}");
    }

    /** Returns whether an address to listen on is reached from this machine only. */
    public static boolean isLoopback(String host) {
        return Optional.of(host)
                .map(it -> it.indexOf(':') >= 0 ? "[" + it + "]" : it)
                .flatMap(it -> WebUrl.parse("http://" + it))
                .filter(WebUrl::isLoopback)
                .isPresent();
    }
}
