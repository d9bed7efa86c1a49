package dev.cardea.model;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The response of the token endpoint (RFC 6749 §5.1), unknown members included; {@code token_type} is in lower case.
 */
public final class TokenSet {
    private final Claims claims;

    private TokenSet(Claims claims) {
        this.claims = claims;
    }

    public static TokenSet of(Claims claims) {
        return new TokenSet(claims);
    }

    public @Nullable String accessToken() {
        return claims.text("access_token");
    }

    public @Nullable String idToken() {
        return claims.text("id_token");
    }

    public @Nullable String refreshToken() {
        return claims.text("refresh_token");
    }

    public @Nullable String tokenType() {
        return claims.text("token_type");
    }

    public @Nullable String scope() {
        return claims.text("scope");
    }

    /** The lifetime of the access token, in seconds from the response. */
    public @Nullable Long expiresIn() {
        return claims.get(Claim.number("expires_in")).orElse(null);
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return claims.get(claim);
    }

    public Claims claims() {
        return claims;
    }

    /** Prints the member names only, because the values are secrets. */
    @Override
    public String toString() {
        return "TokenSet[" + claims + "]";
    }
}
