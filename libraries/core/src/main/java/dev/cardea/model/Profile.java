package dev.cardea.model;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a provider about a user, unchanged: ID token claims or the userinfo response (OpenID Connect Core
 * §5.1).
 */
public final class Profile {
    private final Claims claims;

    private Profile(Claims claims) {
        this.claims = claims;
    }

    public static Profile of(Claims claims) {
        return new Profile(claims);
    }

    public @Nullable String sub() {
        return claims.text("sub");
    }

    public @Nullable String name() {
        return claims.text("name");
    }

    public @Nullable String email() {
        return claims.text("email");
    }

    /**
     * Returns whether the provider has verified the address; {@code null} if the claim is absent or {@code null}. OpenID
     * Connect has a boolean there. Some providers, such as Amazon Cognito, send the texts {@code "true"} and
     * {@code "false"}. Any other value means unverified.
     */
    public @Nullable Boolean emailVerified() {
        var said = claims.value("email_verified");
        return said == null ? null : said.equals(true) || said.equals("true");
    }

    public @Nullable String picture() {
        return claims.text("picture");
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return claims.get(claim);
    }

    public Claims claims() {
        return claims;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Profile profile && claims.equals(profile.claims);
    }

    @Override
    public int hashCode() {
        return claims.hashCode();
    }

    @Override
    public String toString() {
        return "Profile[" + claims + "]";
    }
}
