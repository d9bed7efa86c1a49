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
 * A test service that answers at every address: discovery, keys, a token for any code, and a profile. It records the
 * requests.
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

    /** Sets what the token endpoint adds to its response. */
    Service tokens(Claims more) {
        tokens = tokens.withAll(more);
        return this;
    }

    /** Sets the response of all other addresses. */
    Service profile(Claims answer) {
        profile = answer;
        return this;
    }

    /** Returns the profile as a signed token. */
    Service signedProfile(Claims claims) {
        var forClient =
                claims.with("iss", "https://auth.bankid.no/auth/realms/prod").with("aud", "CLIENT_ID");
        return at(
                "https://discovered.example/userinfo",
                request -> Response.of(200, "application/jwt", signed(forClient, "RS256", "")));
    }

    /** Issues an ID token with these claims; {@link #signIdToken} adds the nonce. */
    Service idToken(Claims claims) {
        // The recorded hash belongs to another access token.
        idToken = claims.without("at_hash");
        return this;
    }

    Claims idToken() {
        return idToken;
    }

    /** Sets the issuer, unless {@link #discovery} sets another. */
    void issuer(String issuer) {
        if (!discovery.has("issuer")) discovery = discovery.with("issuer", issuer);
    }

    /** Sets what the discovery document says besides the addresses. */
    Service discovery(Claims more) {
        discovery = discovery.withAll(more);
        return this;
    }

    /** Sets the response of addresses with this prefix. */
    Service at(String begin, Function<Request, Response> answer) {
        special.put(begin, answer);
        return this;
    }

    Service at(String begin, Claims answer) {
        return at(begin, request -> json(answer));
    }

    /** Adds the ID token to the token response. */
    void signIdToken(Claims claims, String algorithm, String clientSecret) {
        tokens(Claims.of("id_token", signed(claims, algorithm, clientSecret)));
    }

    List<Request> asked() {
        return asked;
    }

    /** Returns the requests to addresses with this prefix. */
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

    /** Returns a token signed with this service's key or with the client's secret. */
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
