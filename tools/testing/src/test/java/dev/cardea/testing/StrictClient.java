package dev.cardea.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.util.Base64URL;
import dev.cardea.http.Form;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.text.ParseException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A client that follows the standards, to test the provider: it throws on every deviation. */
final class StrictClient {
    static final String REDIRECT = "https://app.example/callback";
    private static final String VERIFIER = "verifier-verifier-verifier-verifier-verifier";

    private final HttpHandler web;
    private final String issuer;
    private final Clock clock;

    StrictClient(HttpHandler web, String issuer, Clock clock) {
        this.web = web;
        this.issuer = issuer;
        this.clock = clock;
    }

    /** Completes a whole sign-in and returns the userinfo response. */
    Claims signIn(Browser browser) {
        var metadata = discover();
        var location = browser.send(Request.get(authorizationUrl(metadata))).header("Location");
        var tokens = tokens(metadata, code(metadata, location.orElseThrow()));
        var idToken = idToken(metadata, text(tokens, "id_token"), text(tokens, "access_token"));
        if (!metadata.has("userinfo_endpoint")) return idToken;
        var userInfo = json(web.handle(Request.get(text(metadata, "userinfo_endpoint"))
                .header("authorization", "Bearer " + text(tokens, "access_token"))));
        requireEqual(userInfo.text("sub"), idToken.text("sub"));
        return idToken.withAll(userInfo);
    }

    Claims discover() {
        var metadata = json(web.handle(Request.get(issuer + OpDiscovery.PATH)));
        requireEqual(metadata.text("issuer"), issuer);
        for (var name : List.of("authorization_endpoint", "token_endpoint")) {
            require(text(metadata, name).startsWith("https:"));
        }
        return metadata;
    }

    String authorizationUrl(Claims metadata) {
        return text(metadata, "authorization_endpoint") + "?" + Form.encode(authorizationParams());
    }

    static Map<String, String> authorizationParams() {
        var params = new LinkedHashMap<String, String>();
        params.put("response_type", "code");
        params.put("client_id", "app");
        params.put("redirect_uri", REDIRECT);
        params.put("scope", "openid profile email");
        params.put("state", "the-state");
        params.put("nonce", "the-nonce");
        params.put("code_challenge", sha256(VERIFIER));
        params.put("code_challenge_method", "S256");
        return params;
    }

    String code(Claims metadata, String location) {
        String query = location.substring(location.indexOf('?') + 1);
        var answer = Form.decode(query);
        require(!answer.containsKey("error"));
        requireEqual(answer.get("state"), "the-state");
        if (metadata.has("authorization_response_iss_parameter_supported")) requireEqual(answer.get("iss"), issuer);
        String code = answer.get("code");
        require(code != null && !code.isEmpty());
        return code;
    }

    Claims tokens(Claims metadata, String code) {
        var tokens = json(web.handle(tokenRequest(text(metadata, "token_endpoint"), code)));
        require(!text(tokens, "access_token").isEmpty());
        require(text(tokens, "token_type").equalsIgnoreCase("bearer"));
        return tokens;
    }

    static Request tokenRequest(String url, String code) {
        return form(url, tokenParams(code))
                .header("authorization", "Basic " + Base64.getEncoder().encodeToString("app:s%3Acret".getBytes()));
    }

    static Map<String, String> tokenParams(String code) {
        var form = new LinkedHashMap<String, String>();
        form.put("grant_type", "authorization_code");
        form.put("code", code);
        form.put("redirect_uri", REDIRECT);
        form.put("code_verifier", VERIFIER);
        return form;
    }

    static Request form(String url, Map<String, String> fields) {
        return Request.post(url, "application/x-www-form-urlencoded", Form.encode(fields));
    }

    private Claims idToken(Claims metadata, String token, String accessToken) {
        String[] parts = token.split("\\.", -1);
        require(parts.length == 3);
        try {
            requireSignature(metadata, JWSHeader.parse(new Base64URL(parts[0])), parts);
        } catch (ParseException | JOSEException e) {
            throw new IllegalStateException(e);
        }
        var claims = Json.parseObject(new Base64URL(parts[1]).decodeToString(), 8);
        requireClaims(claims);
        requireEqual(claims.text("at_hash"), leftHalfOfSha256(accessToken));
        return claims;
    }

    private void requireSignature(Claims metadata, JWSHeader header, String[] parts)
            throws ParseException, JOSEException {
        requireEqual(header.getAlgorithm().getName(), "RS256");
        require(header.getType() == null || header.getType().getType().equals("JWT"));
        require(header.getCriticalParams() == null);
        var keys = keys(body(web.handle(Request.get(text(metadata, "jwks_uri"))))).stream()
                .filter(key -> key.getKeyType().getValue().equals("RSA"))
                .filter(key -> Objects.equals(key.getKeyID(), header.getKeyID()))
                .toList();
        boolean good = false;
        for (var key : keys) {
            var publicKey = ((AsymmetricJWK) key).toPublicKey();
            byte[] input = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
            good |= new DefaultJWSVerifierFactory()
                    .createJWSVerifier(header, publicKey)
                    .verify(header, input, new Base64URL(parts[2]));
        }
        require(good);
    }

    /**
     * Returns the usable keys of a set; RFC 7517 §5 permits ignoring the others, which {@code JWKSet.parse} does not
     * do.
     */
    private static List<JWK> keys(String set) {
        var keys = new ArrayList<JWK>();
        for (var member : Json.parseObject(set, 8).get(Claim.list("keys")).orElseThrow()) {
            try {
                var key = JWK.parse(Json.print(member));
                if (key.getKeyUse() != KeyUse.ENCRYPTION) keys.add(key);
            } catch (ParseException e) {
                continue;
            }
        }
        return keys;
    }

    private void requireClaims(Claims claims) {
        long now = clock.instant().getEpochSecond();
        requireEqual(claims.text("iss"), issuer);
        require(text(claims, "sub").matches("\\p{ASCII}{1,255}")
                && !text(claims, "sub").contains("\0"));
        var audience = claims.value("aud");
        require(Objects.equals(audience, "app") || Objects.equals(audience, List.of("app")));
        require(!claims.has("azp") || Objects.equals(claims.text("azp"), "app"));
        require(claims.get(Claim.decimal("exp")).orElseThrow() > now);
        require(claims.get(Claim.number("iat")).orElseThrow() <= now);
        require(claims.get(Claim.number("nbf")).orElse(0L) <= now);
        requireEqual(claims.text("nonce"), "the-nonce");
    }

    private static Claims json(Response response) {
        require(response.status() == 200);
        require(response.header("Content-Type").orElse("").startsWith("application/json"));
        return Json.parseObject(body(response), 8);
    }

    private static String body(Response response) {
        require(response.body().length <= 1 << 21);
        return response.text();
    }

    private static String text(Claims claims, String name) {
        return Objects.requireNonNull(claims.text(name), name);
    }

    private static void require(boolean good) {
        if (!good) throw new IllegalStateException("refused");
    }

    private static void requireEqual(Object one, Object other) {
        require(Objects.equals(one, other));
    }

    private static String leftHalfOfSha256(String text) {
        byte[] hash = new Base64URL(sha256(text)).decode();
        return Base64URL.encode(java.util.Arrays.copyOf(hash, hash.length / 2)).toString();
    }

    static String sha256(String text) {
        try {
            return Base64URL.encode(MessageDigest.getInstance("SHA-256").digest(text.getBytes()))
                    .toString();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
