package dev.cardea.transcript;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.vectors.Vectors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The provider's side of a recorded case. Keys are not in the recordings, for the reference never asks for them; neither
 * is a discovery document that is asked for only to find the keys.
 */
final class HttpDouble implements HttpHandler {
    static final String JWKS = "https://op.example.com/jwks";
    private static final String DISCOVERY = "/.well-known/openid-configuration";
    private static final List<?> JWKS_URIS =
            Vectors.read("keys").get(Claim.list("jwksUris")).orElseThrow();
    private static final List<String> COMPARED = List.of("accept", "authorization", "content-type");

    private final Deque<Claims> recorded;
    private final RecordedCalls tape;

    HttpDouble(Transcript transcript, RecordedCalls tape) {
        recorded = new ArrayDeque<>(transcript.objects("idpRequests"));
        this.tape = tape;
    }

    @Override
    public Response handle(Request request) {
        tape.note(line(Wire.request(request)));
        if (JWKS_URIS.contains(request.url())) return Response.json(200, keys());
        var next = recorded.peek();
        if (next != null && request.url().equals(next.text("url"))) {
            recorded.poll();
            return Wire.response(next.get(Claim.object("answer")).orElseThrow());
        }
        if (request.url().endsWith(DISCOVERY)) return discovery(request);
        throw new UncheckedIOException(new IOException("no server answers"));
    }

    static String line(Claims request) {
        var headers = request.get(Claim.object("headers")).orElse(Claims.NONE);
        var compared = Claims.NONE;
        for (var name : COMPARED) compared = compared.withPresent(name, headers.text(name));
        var body = request.text("body");
        return "http " + request.text("method") + " " + request.text("url") + " " + Wire.print(compared)
                + (body == null ? "" : " " + body);
    }

    private static String keys() {
        return Vectors.read("keys")
                .get(Claim.object("rs256"))
                .flatMap(rs256 -> rs256.get(Claim.object("jwks")))
                .orElseThrow()
                .toJson();
    }

    private static Response discovery(Request request) {
        var issuer = request.url().replace(DISCOVERY, "");
        return Response.json(
                200, Claims.of("issuer", issuer).with("jwks_uri", JWKS).toJson());
    }
}
