package dev.cardea.internal.oauth;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The rules for the claims of an ID token (OpenID Connect Core §3.1.3.7), in their order, one method each. */
public final class IdTokenClaims {
    /** The tolerated difference between clocks, in seconds. */
    private static final long TOLERANCE = 30;

    /** How far the clock of a provider may run ahead, in seconds, before its tokens are rejected. */
    private static final long CLOCK_AHEAD = 300;

    private final Claims claims;
    private final long now;
    private final ProviderId provider;

    private IdTokenClaims(Claims claims, Clock clock, ProviderId provider) {
        this.claims = claims;
        this.provider = provider;
        now = clock.instant().getEpochSecond();
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
        rules.apply(Rule.SUBJECT, () -> rules.subject());
        rules.apply(Rule.NONCE, () -> rules.rule11nonce(expected.nonce));
        rules.apply(Rule.AUTH_TIME, () -> rules.rule13authTime(expected.authTimeRequired, expected.maxAge));
        rules.apply(Rule.ACCESS_TOKEN_HASH, () -> rules.accessTokenHash(expected.accessToken, idToken.algorithm()));
        return claims;
    }

    private void apply(Rule rule, Runnable test) {
        boolean isMet = false;
        try {
            test.run();
            isMet = true;
        } finally {
            IdTokenSteps.add(provider, rule, isMet);
        }
    }

    // Rule 1, decryption: encrypted ID tokens are never requested. Rules 6 to 8, signature and algorithm: IdTokens.

    private void rule2issuer(String issuer) {
        require(issuer.equals(claims.text("iss")), "iss is not the provider's issuer");
    }

    private void rule3audience(String clientId) {
        require(audience().contains(clientId), "aud is not this client");
    }

    private void rule4and5authorizedParty(String clientId) {
        var azp = claims.value("azp");
        if (audience().size() > 1) require(azp != null, "several audiences and no azp");
        require(azp == null || clientId.equals(azp), "azp is not this client");
    }

    private void rule9expiry() {
        require(seconds("exp") > now - TOLERANCE, "exp is in the past");
    }

    /** No rule limits the age of the token, but the claim is required. */
    private void rule10issuedAt() {
        require(seconds("iat") <= now + CLOCK_AHEAD, "iat is far in the future");
    }

    private void notBefore() {
        if (claims.has("nbf")) require(seconds("nbf") <= now + TOLERANCE, "nbf is in the future");
    }

    private void subject() {
        var sub = claims.text("sub");
        require(
                sub != null && !sub.isEmpty() && sub.length() <= 255 && sub.indexOf('\0') < 0,
                "sub is not a usable text");
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

    private List<?> audience() {
        var aud = claims.value("aud");
        if (aud instanceof String one) return List.of(one);
        return aud instanceof List<?> list ? list : List.of();
    }

    private double seconds(String name) {
        return claims.get(Claim.decimal(name)).orElseThrow(() -> failed(name + " is missing or not a number"));
    }

    private static void require(boolean holds, String rule) {
        if (!holds) throw failed(rule);
    }

    private static OAuthException failed(String rule) {
        return new OAuthException("the ID token was rejected: " + rule);
    }
}
