package dev.cardea.testing;

import com.nimbusds.jose.util.Base64URL;
import dev.cardea.http.Form;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The token endpoint (RFC 6749 §3.2, RFC 7636 §4.6). */
final class OpTokenEndpoint {
    private static final int ONE_MEGABYTE = 1 << 20;

    private final OpState state;
    private final OpClientAuth clientAuth;
    private final OpGrants grants;
    private final OpIdToken idTokens;

    OpTokenEndpoint(OpState state, OpClientAuth clientAuth, OpGrants grants, OpIdToken idTokens) {
        this.state = state;
        this.clientAuth = clientAuth;
        this.grants = grants;
        this.idTokens = idTokens;
    }

    Response answer(Request request) {
        requireForm(request);
        var form = Form.decode(request.text());
        String issuer = state.issuer;
        var client = clientAuth.authenticate(request, form, List.of(issuer, issuer + "/token"));
        var grant = switch (form.getOrDefault("grant_type", "")) {
            case "authorization_code" -> byCode(client, form);
            case "refresh_token" -> byRefreshToken(client, form);
            default -> throw new OpError(400, "unsupported_grant_type", "not this grant_type");
        };
        return bent(grant, tokens(grant));
    }

    private static void requireForm(Request request) {
        if (!request.method().equals("POST")) throw OpError.invalidRequest("only POST");
        if (!request.rawQuery().isEmpty()) throw OpError.invalidRequest("parameters belong in the body");
        String type = request.header("content-type").orElse("").toLowerCase(Locale.ROOT);
        if (!type.startsWith("application/x-www-form-urlencoded")) throw OpError.invalidRequest("not a form");
    }

    private OpGrant byCode(Client client, Map<String, String> form) {
        var grant = grants.redeem(form.getOrDefault("code", ""))
                .orElseThrow(() -> OpError.invalidGrant("the code is unknown, expired or already used"));
        if (!grant.client().id().equals(client.id())) throw OpError.invalidGrant("the code belongs to another client");
        if (!grant.redirectUri().equals(form.get("redirect_uri"))) {
            throw OpError.invalidGrant("redirect_uri is not that of the authorization request");
        }
        requireVerifier(grant, form.get("code_verifier"));
        return grant;
    }

    private static void requireVerifier(OpGrant grant, @org.jspecify.annotations.Nullable String verifier) {
        if (grant.challenge() == null) {
            // RFC 9700 §4.8.2: a verifier without a challenge is a downgrade.
            if (verifier != null) throw OpError.invalidGrant("a code_verifier, but there was no code_challenge");
            return;
        }
        if (verifier == null) throw OpError.invalidGrant("code_verifier is missing");
        if (!verifier.matches("[A-Za-z0-9._~-]{43,128}")) throw OpError.invalidGrant("code_verifier is malformed");
        String proof = grant.challengeMethod().equals("S256")
                ? Base64URL.encode(Hashes.sha256(verifier.getBytes(StandardCharsets.US_ASCII)))
                        .toString()
                : verifier;
        if (!proof.equals(grant.challenge())) throw OpError.invalidGrant("code_verifier does not match");
    }

    private OpGrant byRefreshToken(Client client, Map<String, String> form) {
        var grant = grants.redeem(form.getOrDefault("refresh_token", ""))
                .orElseThrow(() -> OpError.invalidGrant("the refresh token is unknown or already used"));
        if (!grant.client().id().equals(client.id()))
            throw OpError.invalidGrant("the refresh token belongs to another client");
        return grant;
    }

    private Claims tokens(OpGrant grant) {
        String accessToken = grants.accessToken(grant);
        var tokens = Claims.of("access_token", accessToken)
                .with("token_type", "Bearer")
                .with("expires_in", OpGrants.ACCESS_TOKEN_AGE.toSeconds())
                .with("scope", grant.scope());
        if (grant.isOffline()) tokens = tokens.with("refresh_token", grants.refreshToken(grant));
        if (!grant.isOpenId()) return tokens;
        return tokens.with("id_token", idTokens.make(state.issuer, grant, accessToken, state.signingAlgorithm));
    }

    private Response bent(OpGrant grant, Claims tokens) {
        var changed = tokens;
        for (var fault : grant.faults()) changed = bent(changed, fault);
        String json = changed.toJson();
        if (grant.has(Fault.EXPIRES_IN_HUGE)) json = json.replaceFirst("\"expires_in\":\\d+", "\"expires_in\":1e400");
        var response =
                Response.json(200, json).header("Cache-Control", "no-store").header("Pragma", "no-cache");
        for (var fault : grant.faults()) response = bent(response, fault, json);
        return response;
    }

    private static Claims bent(Claims tokens, Fault fault) {
        return switch (fault) {
            case TOKEN_TYPE_MAC -> tokens.with("token_type", "mac");
            case TOKEN_TYPE_MISSING -> tokens.without("token_type");
            case TOKEN_TYPE_UPPER_CASE -> tokens.with("token_type", "BEARER");
            case EXPIRES_IN_MISSING -> tokens.without("expires_in");
            case EXPIRES_IN_TEXT -> tokens.with("expires_in", "3600");
            case EXPIRES_IN_NEGATIVE -> tokens.with("expires_in", -1);
            case EXPIRES_IN_NULL -> tokens.with("expires_in", null);
            case EXPIRES_IN_OBJECT -> tokens.with("expires_in", Map.of("seconds", 3600));
            case ACCESS_TOKEN_MISSING -> tokens.without("access_token");
            case ACCESS_TOKEN_EMPTY -> tokens.with("access_token", "");
            case ACCESS_TOKEN_NOT_TEXT -> tokens.with("access_token", Map.of("value", "x"));
            case ACCESS_TOKEN_HUGE -> tokens.with("access_token", "x".repeat(ONE_MEGABYTE));
            case ID_TOKEN_MISSING -> tokens.without("id_token");
            case ID_TOKEN_NOT_TEXT -> tokens.with("id_token", List.of("x"));
            case TOKEN_ERROR_WITH_200 ->
                Claims.of("error", "invalid_grant").with("error_description", "with status 200");
            case TOKEN_HUGE -> tokens.with("padding", "x".repeat(4 * ONE_MEGABYTE));
            default -> tokens;
        };
    }

    private static Response bent(Response response, Fault fault, String json) {
        return switch (fault) {
            case TOKEN_NOT_JSON -> Response.of(200, "text/html", "<h1>Welcome</h1>");
            case TOKEN_ARRAY -> Response.json(200, "[" + json + "]");
            case TOKEN_STRING -> Response.json(200, "\"token\"");
            case TOKEN_NULL -> Response.json(200, "null");
            case TOKEN_DUPLICATE_KEYS -> Response.json(200, json.replaceFirst("\\{", "{\"access_token\":\"another\","));
            case TOKEN_BOM -> Response.json(200, "\uFEFF" + json);
            case TOKEN_UTF16 ->
                Response.of(
                        200, Headers.of("Content-Type", "application/json"), json.getBytes(StandardCharsets.UTF_16LE));
            case TOKEN_500 -> Response.of(500, "text/html", "<h1>Out of order</h1>");
            case TOKEN_REDIRECT -> Response.redirect("/token/elsewhere");
            case TOKEN_HUGE_HEADER -> response.header("X-Padding", "x".repeat(100_000));
            default -> response;
        };
    }
}
