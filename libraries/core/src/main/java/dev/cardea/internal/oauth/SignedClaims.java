package dev.cardea.internal.oauth;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import java.time.Clock;
import java.util.List;

/**
 * The rules that an ID token and a logout token have in common (OpenID Connect Core §3.1.3.7; Back-Channel Logout §2.6,
 * step 4), in their order, one method each.
 */
abstract class SignedClaims {
    /** The tolerated difference between clocks, in seconds. */
    static final long TOLERANCE = 30;

    /** How far the clock of a provider may run ahead, in seconds, before its tokens are rejected. */
    private static final long CLOCK_AHEAD = 300;

    /** The longest identifier of a user, a session or a token (Core §2). */
    private static final int MAX_TEXT = 255;

    final Claims claims;
    final long now;
    private final IdTokens.Kind kind;
    private final ProviderId provider;

    SignedClaims(IdTokens.Kind kind, Claims claims, Clock clock, ProviderId provider) {
        this.kind = kind;
        this.claims = claims;
        this.provider = provider;
        now = clock.instant().getEpochSecond();
    }

    void apply(Rule rule, Runnable test) {
        boolean isMet = false;
        try {
            test.run();
            isMet = true;
        } finally {
            IdTokenSteps.add(provider, rule, isMet);
        }
    }

    // Rule 1, decryption: encrypted tokens are never requested. Rules 6 to 8, signature and algorithm: IdTokens.

    void rule2issuer(String issuer) {
        require(issuer.equals(claims.text("iss")), "iss is not the provider's issuer");
    }

    void rule3audience(String clientId) {
        require(audience().contains(clientId), "aud is not this client");
    }

    void rule4and5authorizedParty(String clientId) {
        var azp = claims.value("azp");
        if (audience().size() > 1) require(azp != null, "several audiences and no azp");
        require(azp == null || clientId.equals(azp), "azp is not this client");
    }

    void rule9expiry() {
        require(seconds("exp") > now - TOLERANCE, "exp is in the past");
    }

    /** No rule limits the age of the token, but the claim is required. */
    void rule10issuedAt() {
        require(seconds("iat") <= now + CLOCK_AHEAD, "iat is far in the future");
    }

    void notBefore() {
        if (claims.has("nbf")) require(seconds("nbf") <= now + TOLERANCE, "nbf is in the future");
    }

    private List<?> audience() {
        var aud = claims.value("aud");
        if (aud instanceof String one) return List.of(one);
        return aud instanceof List<?> list ? list : List.of();
    }

    double seconds(String name) {
        return claims.get(Claim.decimal(name)).orElseThrow(() -> failed(name + " is missing or not a number"));
    }

    /** Rejects an identifier that stores cannot keep. */
    void text(String name) {
        var text = claims.text(name);
        require(
                text != null && !text.isEmpty() && text.length() <= MAX_TEXT && text.indexOf('\0') < 0,
                name + " is not a usable text");
    }

    void require(boolean holds, String rule) {
        if (!holds) throw failed(rule);
    }

    private OAuthException failed(String rule) {
        return new OAuthException("the " + kind.title() + " was rejected: " + rule);
    }
}
