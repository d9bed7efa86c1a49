package dev.cardea.internal.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.factories.DefaultJWSVerifierFactory;
import com.nimbusds.jose.jwk.AsymmetricJWK;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.OctetKeyPair;
import dev.cardea.http.HttpHandler;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifies the signed tokens of one provider. The algorithm is fixed before a key is looked up. Safe for concurrent
 * use.
 */
public final class IdTokens {
    private final HttpHandler http;
    private final Clock clock;
    private final ProviderId provider;
    private final Map<String, RemoteKeys> keys = new ConcurrentHashMap<>();

    public IdTokens(HttpHandler http, Clock clock, ProviderId provider) {
        this.http = http;
        this.clock = clock;
        this.provider = provider;
    }

    /** The claims of a token whose signature was verified, and the algorithm of that signature. */
    public record VerifiedIdToken(Claims claims, String algorithm) {
        @Override
        public String toString() {
            return "Verified[" + algorithm + "]";
        }
    }

    /**
     * Verifies the signature of a token.
     *
     * @param jwksUri address of the provider's keys
     * @param algorithms that are accepted
     * @param clientSecret signs with HS256, HS384 and HS512, if these are accepted
     * @throws OAuthException if the signature is wrong or cannot be verified
     */
    public VerifiedIdToken verify(
            String token, @Nullable String jwksUri, List<String> algorithms, @Nullable String clientSecret) {
        var jws = parse(token);
        var header = jws.getHeader();
        var algorithm = header.getAlgorithm().getName();
        IdTokenSteps.add(provider, Rule.ALGORITHM, algorithms.contains(algorithm));
        if (!algorithms.contains(algorithm)) throw new OAuthException("the ID token's alg is not one that is expected");
        if (!SignatureAlgorithms.isSupported(algorithm)) throw unsupported();
        if (header.getCriticalParams() != null) throw new OAuthException("the ID token has critical headers");
        requireType(header);
        requireSignature(jws, jwksUri, clientSecret);
        return new VerifiedIdToken(claims(jws), algorithm);
    }

    private void requireSignature(JWSObject jws, @Nullable String jwksUri, @Nullable String clientSecret) {
        boolean isVerified = false;
        try {
            boolean isShared = SignatureAlgorithms.HMAC.contains(
                    jws.getHeader().getAlgorithm().getName());
            if (isShared) requireSharedSignature(jws, clientSecret);
            else requireKeySignature(jws, jwksUri);
            isVerified = true;
        } finally {
            IdTokenSteps.add(provider, Rule.SIGNATURE, isVerified);
        }
    }

    private static OAuthException unsupported() {
        return new OAuthException("the ID token is signed with an algorithm that is not supported; have the provider"
                + " sign with one of " + String.join(", ", SignatureAlgorithms.supported()));
    }

    private static JWSObject parse(String token) {
        try {
            return JWSObject.parse(token);
        } catch (ParseException e) {
            throw new OAuthException("the ID token is not a signed token", e);
        }
    }

    /** Another kind of token by the same provider is not an ID token (RFC 8725 §3.11). */
    private static void requireType(JWSHeader header) {
        if (header.getType() != null && !header.getType().getType().equalsIgnoreCase("JWT")) {
            throw new OAuthException("the token is of another type than an ID token");
        }
    }

    private static void requireSharedSignature(JWSObject jws, @Nullable String clientSecret) {
        try {
            if (clientSecret != null && jws.verify(new MACVerifier(clientSecret.getBytes(StandardCharsets.UTF_8)))) {
                return;
            }
        } catch (JOSEException e) {
            throw new OAuthException("the ID token could not be verified with the client secret", e);
        }
        throw wrongSignature();
    }

    private void requireKeySignature(JWSObject jws, @Nullable String jwksUri) {
        if (jwksUri == null) {
            throw new OAuthException("the provider's keys have no known address; set jwksEndpoint or issuer");
        }
        var matcher = JWKMatcher.forJWSHeader(jws.getHeader());
        if (matcher == null) throw wrongSignature();
        switch (verdict(jws, jwksUri, matcher)) {
            case VERIFIED -> {}
            case WRONG -> throw wrongSignature();
            case LIMITED ->
                throw new OAuthException(
                        "the ID token's signature is wrong: no known key verifies it, and the limit of "
                                + RemoteKeys.MAX_VAIN_FETCHES + " key set fetches without a new key within "
                                + RemoteKeys.VAIN_FETCH_WINDOW.toSeconds() + " s is reached");
        }
    }

    private RemoteKeys.Verdict verdict(JWSObject jws, String jwksUri, JWKMatcher matcher) {
        var remote = keys.computeIfAbsent(jwksUri, uri -> new RemoteKeys(uri, http, clock));
        try {
            return remote.verify(matcher, key -> verifies(jws, key));
        } catch (RuntimeException e) {
            throw new OAuthException("the provider's keys could not be fetched: " + e.getMessage(), e);
        }
    }

    private static OAuthException wrongSignature() {
        return new OAuthException("the ID token's signature is wrong");
    }

    private static boolean verifies(JWSObject jws, JWK key) {
        try {
            if (key instanceof OctetKeyPair pair) return jws.verify(Ed25519Verifier.of(pair));
            if (!(key instanceof AsymmetricJWK asymmetric)) return false;
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

    /**
     * Returns the algorithms that a provider may sign with: those of the client's configuration, or else those that the
     * provider announces without none and HMAC, or else RS256.
     */
    public static List<String> algorithms(@Nullable Object ofClient, List<?> announced) {
        if (ofClient instanceof String alg) return List.of(alg);
        var asymmetric = announced.stream()
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .filter(alg -> !alg.equals("none") && !SignatureAlgorithms.HMAC.contains(alg))
                .toList();
        return asymmetric.isEmpty() ? List.of(JWSAlgorithm.RS256.getName()) : asymmetric;
    }
}
