package dev.cardea.testing;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The userinfo endpoint (OpenID Connect Core §5.3). */
final class OpUserInfo {
    private static final int MANY = 10_000;
    private static final int FIVE_MEGABYTES = 5 << 20;

    private final OpState state;
    private final OpGrants grants;
    private final OpKeys keys;

    OpUserInfo(OpState state, OpGrants grants, OpKeys keys) {
        this.state = state;
        this.grants = grants;
        this.keys = keys;
    }

    Response answer(Request request) {
        if (request.query("access_token").isPresent()) {
            throw OpError.invalidRequest("an access token does not belong in the query (RFC 6750 §2.3)");
        }
        String header = request.headers().first("authorization").orElse("");
        if (!header.toLowerCase(Locale.ROOT).startsWith("bearer ")) {
            throw new OpError(401, "invalid_token", "no bearer token");
        }
        var grant = grants.find(header.substring(7))
                .orElseThrow(() -> new OpError(401, "invalid_token", "unknown or expired"));
        var claims =
                Claims.of("sub", grant.person().sub()).withAll(grant.person().within(grant.scope()));
        return bent(grant, claims);
    }

    private Response bent(OpGrant grant, Claims claims) {
        for (var fault : grant.faults()) {
            switch (fault) {
                case USERINFO_SUB_WRONG -> {
                    return json(claims.with("sub", claims.text("sub") + "invalid"));
                }
                case USERINFO_SUB_MISSING -> {
                    return json(claims.without("sub"));
                }
                case USERINFO_401 -> throw new OpError(401, "invalid_token", "as configured");
                case USERINFO_500 -> {
                    return Response.of(500, "text/html", "<h1>Out of order</h1>");
                }
                case USERINFO_NOT_JSON -> {
                    return Response.of(200, "text/html", "<h1>Welcome</h1>");
                }
                case USERINFO_JWT -> {
                    return Response.of(200, "application/jwt", signed(grant, claims));
                }
                case USERINFO_PROTO_KEYS -> {
                    return json(claims.with("__proto__", Map.of("admin", true))
                            .with("constructor", Map.of("prototype", Map.of("admin", true)))
                            .with("toString", "x"));
                }
                case USERINFO_MANY_KEYS -> {
                    return json(claims.withAll(many()));
                }
                case USERINFO_HUGE -> {
                    return json(claims.with("picture", "https://op.example/" + "x".repeat(FIVE_MEGABYTES)));
                }
                default -> {}
            }
        }
        return json(claims);
    }

    private String signed(OpGrant grant, Claims claims) {
        String algorithm = state.signingAlgorithm;
        var key = keys.signing(algorithm);
        var header = Claims.of("alg", algorithm).with("kid", key.getKeyID());
        var payload =
                claims.with("iss", state.issuer).with("aud", grant.client().id());
        return OpKeys.sign(key, header, payload.toJson());
    }

    private static Claims many() {
        var many = new LinkedHashMap<String, Object>();
        for (int i = 0; i < MANY; i++) many.put("claim" + i, i);
        return Claims.of(many);
    }

    private static Response json(Claims claims) {
        return Response.json(200, Json.print(claims)).header("Cache-Control", "no-store");
    }
}
