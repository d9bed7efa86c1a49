package dev.cardea.providers;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A service behind every address: discovery, keys, a token for any code, and a profile. It remembers what it was asked.
 */
final class Service implements HttpHandler {
    private static final RSAKey KEY = key();

    private final List<Request> asked = new ArrayList<>();
    private final Map<String, Function<Request, Response>> special = new LinkedHashMap<>();
    private Claims tokens = Claims.of("access_token", "ACCESS_TOKEN")
            .with("token_type", "Bearer")
            .with("expires_in", 3600)
            .with("refresh_token", "REFRESH_TOKEN")
            .with("scope", "granted-scope");
    private Claims discovery = Claims.NONE;
    private Claims profile = Claims.NONE;
    private Claims idToken = Claims.NONE;

    /** What the token endpoint adds to its answer. */
    Service tokens(Claims more) {
        tokens = tokens.withAll(more);
        return this;
    }

    /** What every other address answers. */
    Service profile(Claims answer) {
        profile = answer;
        return this;
    }

    /** Answers for the profile with a signed token instead. */
    Service signedProfile(Claims claims) {
        var forClient =
                claims.with("iss", "https://auth.bankid.no/auth/realms/prod").with("aud", "CLIENT_ID");
        return at(
                "https://discovered.example/userinfo",
                request -> Response.of(200, "application/jwt", signed(forClient, "RS256", "")));
    }

    /** With an ID token of these claims; the nonce is put in by {@link #signIdToken}. */
    Service idToken(Claims claims) {
        // The recorded hash is that of another access token.
        idToken = claims.without("at_hash");
        return this;
    }

    Claims idToken() {
        return idToken;
    }

    /** Names itself so, unless {@link #discovery} said otherwise. */
    void issuer(String issuer) {
        if (!discovery.has("issuer")) discovery = discovery.with("issuer", issuer);
    }

    /** What discovery says beside the addresses. */
    Service discovery(Claims more) {
        discovery = discovery.withAll(more);
        return this;
    }

    /** Addresses that begin so answer in a way of their own. */
    Service at(String begin, Function<Request, Response> answer) {
        special.put(begin, answer);
        return this;
    }

    Service at(String begin, Claims answer) {
        return at(begin, request -> json(answer));
    }

    /** Hands the ID token out with the token set. */
    void signIdToken(Claims claims, String algorithm, String clientSecret) {
        tokens(Claims.of("id_token", signed(claims, algorithm, clientSecret)));
    }

    List<Request> asked() {
        return asked;
    }

    /** The requests to addresses that begin so. */
    List<Request> asked(String begin) {
        return asked.stream().filter(request -> request.url().startsWith(begin)).toList();
    }

    @Override
    public Response handle(Request request) {
        asked.add(request);
        for (var entry : special.entrySet()) {
            if (request.url().startsWith(entry.getKey()))
                return entry.getValue().apply(request);
        }
        if (request.url().contains("/.well-known/")) return json(discovered());
        if (request.url().equals("https://discovered.example/keys")) {
            return Response.of(200, "application/json", new JWKSet(KEY.toPublicJWK()).toString());
        }
        if (request.text().contains("grant_type=authorization_code")) return json(tokens);
        return json(profile);
    }

    private Claims discovered() {
        return Claims.of("authorization_endpoint", "https://discovered.example/authorize")
                .with("token_endpoint", "https://discovered.example/token")
                .with("userinfo_endpoint", "https://discovered.example/userinfo")
                .with("jwks_uri", "https://discovered.example/keys")
                .with("code_challenge_methods_supported", List.of("S256"))
                .withAll(discovery);
    }

    static Response json(Claims body) {
        return Response.of(200, "application/json", body.toJson());
    }

    /** A signed token, by this service's key or with the client's secret. */
    static String signed(Claims claims, String algorithm, String clientSecret) {
        try {
            var jws = new JWSObject(
                    new JWSHeader.Builder(JWSAlgorithm.parse(algorithm)).build(), new Payload(claims.toJson()));
            jws.sign(algorithm.startsWith("HS") ? new MACSigner(clientSecret) : new RSASSASigner(KEY));
            return jws.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
