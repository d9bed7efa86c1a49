package dev.cardea.internal.oauth;

import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules for the claims of an ID token (OpenID Connect Core §3.1.3.7), in their order, one method each. */
public final class IdTokenClaims extends SignedClaims {
    private IdTokenClaims(Claims claims, Clock clock, ProviderId provider) {
        super(IdTokens.Kind.ID_TOKEN, claims, clock, provider);
    }

    /**
     * The values that the token is compared with.
     *
     * @param nonce that was sent; {@code null} if none was sent, in which case the token must not have one
     * @param maxAge that was requested, in seconds
     * @param accessToken that came with the ID token
     */
    public record Expectation(
            String issuer,
            String clientId,
            @Nullable String nonce,
            boolean authTimeRequired,
            @Nullable Long maxAge,
            String accessToken) {
        @Override
        public String toString() {
            return "Expectation[" + issuer + "]";
        }
    }

    /** @throws OAuthException naming the first rule that the token violates */
    public static Claims validate(
            IdTokens.VerifiedIdToken idToken, Expectation expected, Clock clock, ProviderId provider) {
        var claims = idToken.claims();
        var rules = new IdTokenClaims(claims, clock, provider);
        rules.apply(Rule.ISSUER, () -> rules.rule2issuer(expected.issuer));
        rules.apply(Rule.AUDIENCE, () -> rules.rule3audience(expected.clientId));
        rules.apply(Rule.AUTHORIZED_PARTY, () -> rules.rule4and5authorizedParty(expected.clientId));
        rules.apply(Rule.EXPIRY, () -> rules.rule9expiry());
        rules.apply(Rule.ISSUED_AT, () -> rules.rule10issuedAt());
        rules.apply(Rule.NOT_BEFORE, () -> rules.notBefore());
        rules.apply(Rule.SUBJECT, () -> rules.text("sub"));
        rules.apply(Rule.NONCE, () -> rules.rule11nonce(expected.nonce));
        rules.apply(Rule.AUTH_TIME, () -> rules.rule13authTime(expected.authTimeRequired, expected.maxAge));
        rules.apply(Rule.ACCESS_TOKEN_HASH, () -> rules.accessTokenHash(expected.accessToken, idToken.algorithm()));
        return claims;
    }

    private void rule11nonce(@Nullable String nonce) {
        require(Objects.equals(nonce, claims.value("nonce")), "nonce is not the one that was sent");
    }

    // Rule 12, acr: never requested.

    private void rule13authTime(boolean required, @Nullable Long maxAge) {
        if (claims.value("auth_time") == null) {
            require(!required && maxAge == null, "auth_time is missing");
            return;
        }
        double authTime = seconds("auth_time");
        require(maxAge == null || authTime + maxAge >= now - TOLERANCE, "the last sign-in is too long ago");
    }

    /** §3.1.3.8: if the token contains the hash of the access token, the hash must match. */
    private void accessTokenHash(String accessToken, String algorithm) {
        if (!claims.has("at_hash")) return;
        var named = String.valueOf(claims.text("at_hash")).getBytes(StandardCharsets.UTF_8);
        var actual = leftHalfOfHash(accessToken, algorithm).getBytes(StandardCharsets.UTF_8);
        require(MessageDigest.isEqual(named, actual), "at_hash is not the access token's");
    }

    private static String leftHalfOfHash(String accessToken, String algorithm) {
        try {
            byte[] hash = MessageDigest.getInstance(SignatureAlgorithms.hashOf(algorithm))
                    .digest(accessToken.getBytes(StandardCharsets.US_ASCII));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, hash.length / 2));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-2", e);
        }
    }
}
