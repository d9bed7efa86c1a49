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
import dev.cardea.provider.OAuthException;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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
    private final Map<KeySet, RemoteKeys> keys = new ConcurrentHashMap<>();

    public IdTokens(HttpHandler http, Clock clock, ProviderId provider) {
        this.http = http;
        this.clock = clock;
        this.provider = provider;
    }

    /** Anyone can send logout tokens, so their fetches must not use up the limit of ID tokens. */
    private record KeySet(Kind kind, String address) {}

    /** The claims of a token whose signature was verified, and the algorithm of that signature. */
    public record VerifiedIdToken(Claims claims, String algorithm) {
        @Override
        public String toString() {
            return "Verified[" + algorithm + "]";
        }
    }

    /** What the token is for. A token of one kind isn't accepted as another (RFC 8725 §3.11). */
    public enum Kind {
        ID_TOKEN("ID token", Set.of("jwt")),
        /** OpenID Connect Back-Channel Logout §2.4: {@code typ} is recommended, so older providers send another or none. */
        LOGOUT_TOKEN("logout token", Set.of("logout+jwt", "jwt"));

        private final String title;
        private final Set<String> types;

        Kind(String title, Set<String> types) {
            this.title = title;
            this.types = types;
        }

        String title() {
            return title;
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
            Kind kind, String token, @Nullable String jwksUri, List<String> algorithms, @Nullable String clientSecret) {
        var jws = parse(kind, token);
        var header = jws.getHeader();
        var algorithm = header.getAlgorithm().getName();
        IdTokenSteps.add(provider, Rule.ALGORITHM, algorithms.contains(algorithm));
        if (!algorithms.contains(algorithm)) throw rejected(kind, "'s alg is not one that is expected");
        if (!SignatureAlgorithms.isSupported(algorithm)) throw unsupported(kind);
        if (header.getCriticalParams() != null) throw rejected(kind, " has critical headers");
        requireType(kind, header);
        requireSignature(kind, jws, jwksUri, clientSecret);
        return new VerifiedIdToken(claims(kind, jws), algorithm);
    }

    private void requireSignature(Kind kind, JWSObject jws, @Nullable String jwksUri, @Nullable String clientSecret) {
        boolean isVerified = false;
        try {
            boolean isShared = SignatureAlgorithms.HMAC.contains(
                    jws.getHeader().getAlgorithm().getName());
            if (isShared) requireSharedSignature(kind, jws, clientSecret);
            else requireKeySignature(kind, jws, jwksUri);
            isVerified = true;
        } finally {
            IdTokenSteps.add(provider, Rule.SIGNATURE, isVerified);
        }
    }

    private static OAuthException rejected(Kind kind, String why) {
        return new OAuthException("the " + kind.title + why);
    }

    private static OAuthException unsupported(Kind kind) {
        return new OAuthException(
                "the " + kind.title + " is signed with an algorithm that is not supported; have the provider"
                        + " sign with one of " + String.join(", ", SignatureAlgorithms.supported()));
    }

    private static JWSObject parse(Kind kind, String token) {
        try {
            return JWSObject.parse(token);
        } catch (ParseException e) {
            // The cause repeats what was sent.
            throw rejected(kind, " is not a signed token");
        }
    }

    private static void requireType(Kind kind, JWSHeader header) {
        var type = header.getType();
        if (type != null && !kind.types.contains(type.getType().toLowerCase(Locale.ROOT))) {
            throw rejected(kind, " is of another type");
        }
    }

    private static void requireSharedSignature(Kind kind, JWSObject jws, @Nullable String clientSecret) {
        try {
            if (clientSecret != null && jws.verify(new MACVerifier(clientSecret.getBytes(StandardCharsets.UTF_8)))) {
                return;
            }
        } catch (JOSEException e) {
            throw new OAuthException("the " + kind.title + " could not be verified with the client secret", e);
        }
        throw wrongSignature(kind);
    }

    private void requireKeySignature(Kind kind, JWSObject jws, @Nullable String jwksUri) {
        if (jwksUri == null) {
            throw new OAuthException("the provider's keys have no known address; set jwksEndpoint or issuer");
        }
        var matcher = JWKMatcher.forJWSHeader(jws.getHeader());
        if (matcher == null) throw wrongSignature(kind);
        switch (verdict(jws, new KeySet(kind, jwksUri), matcher)) {
            case VERIFIED -> {}
            case WRONG -> throw wrongSignature(kind);
            case LIMITED ->
                throw rejected(
                        kind,
                        "'s signature is wrong: no known key verifies it, and the limit of "
                                + RemoteKeys.MAX_VAIN_FETCHES + " key set fetches without a new key within "
                                + RemoteKeys.VAIN_FETCH_WINDOW.toSeconds() + " s is reached");
        }
    }

    private RemoteKeys.Verdict verdict(JWSObject jws, KeySet set, JWKMatcher matcher) {
        var remote = keys.computeIfAbsent(set, it -> new RemoteKeys(it.address, http, clock));
        try {
            return remote.verify(matcher, key -> verifies(jws, key));
        } catch (RuntimeException e) {
            throw new OAuthException("the provider's keys could not be fetched: " + e.getMessage(), e);
        }
    }

    private static OAuthException wrongSignature(Kind kind) {
        return rejected(kind, "'s signature is wrong");
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

    private static Claims claims(Kind kind, JWSObject jws) {
        try {
            return Json.parseObject(jws.getPayload().toString(), Json.TRUSTED_DEPTH);
        } catch (JsonException e) {
            throw new OAuthException("the " + kind.title + " does not hold a JSON object", e);
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
