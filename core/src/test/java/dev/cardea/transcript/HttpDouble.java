package dev.cardea.transcript;

import dev.cardea.http.Headers;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The provider's side of a recorded case. Keys are not in the recordings, for the reference never asks for them; neither
 * is a discovery document that is asked for only to find the keys.
 */
final class HttpDouble implements HttpHandler {
    private static final List<?> JWKS_URIS =
            Transcript.read("keys").get(Claim.list("jwksUris")).orElseThrow();

    private final Deque<Claims> recorded;
    private final Tape tape;

    HttpDouble(Transcript transcript, Tape tape) {
        recorded = new ArrayDeque<>(transcript.objects("idpRequests"));
        this.tape = tape;
    }

    @Override
    public Response handle(Request request) {
        if (JWKS_URIS.contains(request.url())) return Response.json(200, keys());
        var next = recorded.peek();
        boolean expected = next != null && request.url().equals(next.text("url"));
        if (!expected && request.url().endsWith("/.well-known/openid-configuration")) return discovery(request);
        tape.note("http " + line(request));
        if (!expected) throw new UncheckedIOException(new IOException("nobody answers"));
        recorded.poll();
        return answer(next.get(Claim.object("answer")).orElseThrow());
    }

    static String line(Claims recorded) {
        var body = recorded.text("body");
        return recorded.text("method") + " " + recorded.text("url") + " " + (body == null ? "" : body);
    }

    private static String line(Request request) {
        return request.method() + " " + request.url() + " " + request.text();
    }

    private static String keys() {
        return Transcript.read("keys")
                .get(Claim.object("rs256"))
                .flatMap(rs256 -> rs256.get(Claim.object("jwks")))
                .orElseThrow()
                .toJson();
    }

    private static Response discovery(Request request) {
        var issuer = request.url().replace("/.well-known/openid-configuration", "");
        return Response.json(
                200,
                Claims.of("issuer", issuer)
                        .with("jwks_uri", "https://op.example.com/jwks")
                        .toJson());
    }

    private static Response answer(Claims answer) {
        var headers = Headers.NONE;
        for (var header :
                answer.get(Claim.object("headers")).orElse(Claims.NONE).asMap().entrySet()) {
            headers = headers.with(header.getKey(), String.valueOf(header.getValue()));
        }
        var body = answer.value("body");
        var text = body instanceof String string ? string : body == null ? "" : Json.print(body);
        return Response.of(
                answer.get(Claim.number("status")).orElse(200L).intValue(),
                headers,
                text.getBytes(StandardCharsets.UTF_8));
    }
}
