package dev.cardea.internal.oauth;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The rules for the claims of a logout token (OpenID Connect Back-Channel Logout §2.6), in their order, one method each. */
public final class LogoutTokenClaims extends SignedClaims {
    private static final String EVENT = "http://schemas.openid.net/event/backchannel-logout";

    /** The end of the year 9999. */
    private static final long LAST_SECOND = 253_402_300_799L;

    private LogoutTokenClaims(Claims claims, Clock clock, ProviderId provider) {
        super(IdTokens.Kind.LOGOUT_TOKEN, claims, clock, provider);
    }

    /**
     * The values that the token is compared with.
     *
     * @param tokenAge how long a token without {@code exp} is accepted, from {@code iat}; {@code null}: {@code exp} is
     *     required
     */
    public record Expectation(
            String issuer, String clientId, @Nullable Duration tokenAge) {}

    /**
     * Who logged out.
     *
     * @param sub the subject; {@code null} if the token has none
     * @param sid the session at the provider; {@code null} if the token has none
     * @param id of the token
     * @param end after which the token is no longer accepted
     */
    public record Logout(@Nullable String sub, @Nullable String sid, String id, Instant end) {
        /** Prints what identifies no person. */
        @Override
        public String toString() {
            return "Logout";
        }
    }

    /** @throws OAuthException naming the first rule that the token violates */
    public static Logout validate(
            IdTokens.VerifiedIdToken token, Expectation expected, Clock clock, ProviderId provider) {
        var rules = new LogoutTokenClaims(token.claims(), clock, provider);
        rules.apply(Rule.ISSUER, () -> rules.rule2issuer(expected.issuer));
        rules.apply(Rule.AUDIENCE, () -> rules.rule3audience(expected.clientId));
        rules.apply(Rule.AUTHORIZED_PARTY, () -> rules.rule4and5authorizedParty(expected.clientId));
        rules.apply(Rule.ISSUED_AT, () -> rules.rule10issuedAt());
        rules.apply(Rule.EXPIRY, () -> rules.expiry(expected.tokenAge));
        rules.apply(Rule.NOT_BEFORE, () -> rules.notBefore());
        rules.step6event();
        rules.apply(Rule.NONCE, () -> rules.step7noNonce());
        rules.apply(Rule.SUBJECT, () -> rules.step5subjectOrSession());
        rules.text("jti");
        return rules.logout(expected.tokenAge);
    }

    /** §2.4 requires {@code exp} since errata 1; older providers send none. */
    private void expiry(@Nullable Duration tokenAge) {
        require(end(tokenAge) > now - TOLERANCE, "exp is in the past, or iat is longer ago than tokenAge");
    }

    private void step6event() {
        var events = claims.get(Claim.object("events")).orElse(Claims.NONE);
        require(events.get(Claim.object(EVENT)).isPresent(), "events has no logout event");
    }

    /** Otherwise an ID token could be used as one. */
    private void step7noNonce() {
        require(!claims.has("nonce"), "it has a nonce");
    }

    private void step5subjectOrSession() {
        require(claims.has("sub") || claims.has("sid"), "it has neither sub nor sid");
        if (claims.has("sub")) text("sub");
        if (claims.has("sid")) text("sid");
    }

    private Logout logout(@Nullable Duration tokenAge) {
        return new Logout(
                claims.text("sub"), claims.text("sid"), String.valueOf(claims.text("jti")), Instant.ofEpochSecond((long)
                        Math.ceil(Math.min(end(tokenAge), LAST_SECOND))));
    }

    private double end(@Nullable Duration tokenAge) {
        return claims.has("exp") || tokenAge == null ? seconds("exp") : seconds("iat") + tokenAge.toSeconds();
    }
}
