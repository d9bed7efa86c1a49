package dev.cardea.forward;

import dev.cardea.action.AuthRequest;
import dev.cardea.forward.ClientRequest.UnreadableException;
import dev.cardea.http.Headers;
import dev.cardea.module.RouteRequest;
import java.util.Optional;

/**
 * Where a proxy describes the request of its client. Each endpoint reads one source and ignores the others: a proxy
 * overwrites its own headers only, so a client can send those of another proxy.
 */
enum Source {
    /** nginx: {@code X-Original-URL} and {@code X-Original-Method}. */
    AUTH_REQUEST("auth-request") {
        @Override
        ClientRequest read(RouteRequest call, String rest) {
            var headers = call.received().headers();
            return ClientRequest.of(only(headers, "X-Original-Method"), only(headers, "X-Original-URL"));
        }
    },
    /** Traefik and Caddy: {@code X-Forwarded-Method}, {@code -Proto}, {@code -Host} and {@code -Uri}. */
    FORWARD_AUTH("forward-auth") {
        @Override
        ClientRequest read(RouteRequest call, String rest) {
            var headers = call.received().headers();
            var origin = ClientRequest.origin(only(headers, "X-Forwarded-Proto"), only(headers, "X-Forwarded-Host"));
            return new ClientRequest(only(headers, "X-Forwarded-Method"), origin, only(headers, "X-Forwarded-Uri"));
        }
    },
    /** Envoy: the rest of the path, the method and the host of its question. */
    EXT_AUTHZ("ext-authz") {
        @Override
        ClientRequest read(RouteRequest call, String rest) {
            var received = call.received();
            var scheme = call.request().isHttps() ? "https" : "http";
            var query = received.rawQuery();
            var target = query.isEmpty() ? rest : rest + "?" + query;
            return new ClientRequest(received.method(), scheme + "://" + only(received.headers(), "Host"), target);
        }
    };

    private final String segment;

    Source(String segment) {
        this.segment = segment;
    }

    /** Returns the source of an endpoint; empty if there is no such endpoint. */
    static Optional<Source> of(AuthRequest request) {
        var path = request.segment().orElse("");
        for (var source : values()) {
            boolean takesRest = source == EXT_AUTHZ && path.startsWith(source.segment + "/");
            if (takesRest || path.equals(source.segment)) return Optional.of(source);
        }
        return Optional.empty();
    }

    /** @throws UnreadableException where a part is missing, repeated or malformed */
    ClientRequest read(RouteRequest call) {
        return read(call, call.request().segment().orElse("").substring(segment.length()));
    }

    /** @param rest what follows the endpoint in the path */
    abstract ClientRequest read(RouteRequest call, String rest);

    private static String only(Headers headers, String name) {
        var values = headers.all(name);
        if (values.size() == 1 && !values.get(0).isBlank()) return values.get(0).strip();
        throw new UnreadableException("the header " + name + (values.size() > 1 ? " is repeated" : " is missing"));
    }
}
