package dev.cardea.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Verifies signed tokens of one provider: the algorithm is pinned before a key is looked for. */
public final class IdTokens {
    private static final Set<String> HMAC = Set.of("HS256", "HS384", "HS512");

    private final HttpHandler http;
    private final Map<String, JWKSource<SecurityContext>> keys = new ConcurrentHashMap<>();

    public IdTokens(HttpHandler http) {
        this.http = http;
    }

    /**
     * The claims of a token whose signature is right.
     *
     * @param jwksUri where the provider's keys are
     * @param algorithms that are accepted
     * @param clientSecret signs with HS256 and its like, where those are accepted
     */
    public Claims verify(
            String token, @Nullable String jwksUri, List<String> algorithms, @Nullable String clientSecret) {
        var jws = parse(token);
        var header = jws.getHeader();
        if (!algorithms.contains(header.getAlgorithm().getName())) {
            throw new OAuthException("the ID token's alg is not one that is expected");
        }
        if (header.getCriticalParams() != null) throw new OAuthException("the ID token has critical headers");
        requireType(header);
        boolean shared = HMAC.contains(header.getAlgorithm().getName());
        if (!(shared ? verifiesShared(jws, clientSecret) : verifiesWithKeys(jws, jwksUri))) {
            throw new OAuthException("the ID token's signature is wrong");
        }
        return claims(jws);
    }

    private static JWSObject parse(String token) {
        try {
            return JWSObject.parse(token);
        } catch (ParseException e) {
            throw new OAuthException("the ID token is not a signed token", e);
        }
    }

    /** Another kind of token by the same provider is no ID token (RFC 8725 §3.11). */
    private static void requireType(JWSHeader header) {
        if (header.getType() != null && !header.getType().getType().equalsIgnoreCase("JWT")) {
            throw new OAuthException("the token is of another type than an ID token");
        }
    }

    private static boolean verifiesShared(JWSObject jws, @Nullable String clientSecret) {
        if (clientSecret == null) return false;
        try {
            return jws.verify(new MACVerifier(clientSecret.getBytes(StandardCharsets.UTF_8)));
        } catch (JOSEException e) {
            throw new OAuthException("the ID token could not be verified with the client secret", e);
        }
    }

    private boolean verifiesWithKeys(JWSObject jws, @Nullable String jwksUri) {
        if (jwksUri == null) {
            throw new OAuthException("the provider's keys are nowhere to be found; set jwksEndpoint or issuer");
        }
        for (var key : candidates(jws.getHeader(), jwksUri)) if (verifies(jws, key)) return true;
        return false;
    }

    private List<JWK> candidates(JWSHeader header, String jwksUri) {
        var matcher = JWKMatcher.forJWSHeader(header);
        if (matcher == null) return List.of();
        try {
            return keys.computeIfAbsent(jwksUri, uri -> RemoteKeys.at(uri, http))
                    .get(new JWKSelector(matcher), null);
        } catch (KeySourceException e) {
            throw new OAuthException("the provider's keys could not be had", e);
        }
    }

    private static boolean verifies(JWSObject jws, JWK key) {
        if (!(key instanceof AsymmetricJWK asymmetric)) return false;
        try {
            var verifier = new DefaultJWSVerifierFactory().createJWSVerifier(jws.getHeader(), asymmetric.toPublicKey());
            return jws.verify(verifier);
        } catch (JOSEException e) {
            return false;
        }
    }

    private static Claims claims(JWSObject jws) {
        try {
            return Json.parseObject(jws.getPayload().toString(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new OAuthException("the ID token does not hold a JSON object", e);
        }
    }

    /** Which algorithms a provider may sign with: the client's word, else the provider's without none and HMAC, else RS256. */
    public static List<String> algorithms(@Nullable Object ofClient, List<?> announced) {
        if (ofClient instanceof String alg) return List.of(alg);
        var asymmetric = announced.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(alg -> !alg.equals("none") && !HMAC.contains(alg))
                .toList();
        return asymmetric.isEmpty() ? List.of(JWSAlgorithm.RS256.getName()) : asymmetric;
    }
}
