package dev.cardea.model;

import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Links a user to a provider: provider id, account id at the provider, and the token set (Auth.js: {@code Account},
 * {@code AdapterAccount}). The identity is (provider, providerAccountId), never an email address.
 */
public final class Account {
    /** The field of {@link #unverifiedEmail}; Auth.js has none. */
    public static final String UNVERIFIED_EMAIL = "unverifiedEmail";

    private final Claims claims;

    private Account(Claims claims) {
        this.claims = claims;
    }

    public static Account of(Claims claims) {
        return new Account(claims);
    }

    public static Account of(String provider, String providerAccountId, ProviderType type) {
        return new Account(Claims.of("provider", provider)
                .with("providerAccountId", providerAccountId)
                .with("type", type.wire()));
    }

    public String provider() {
        return required("provider");
    }

    /** The id of the account at the provider; the address for email, the user's id for credentials. */
    public String providerAccountId() {
        return required("providerAccountId");
    }

    /** {@code oauth}, {@code oidc}, {@code email}, {@code credentials} or {@code webauthn}. */
    public String type() {
        return required("type");
    }

    public @Nullable String userId() {
        return claims.text("userId");
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

    public @Nullable String scope() {
        return claims.text("scope");
    }

    /** The token type, always in lower case. */
    public @Nullable String tokenType() {
        return claims.text("token_type");
    }

    /** The time at which the access token expires, in seconds since the epoch. */
    public @Nullable Long expiresAt() {
        return claims.get(Claim.number("expires_at")).orElse(null);
    }

    /**
     * The user's email address that the provider reported as unverified, when this account was linked or used last;
     * {@code null} if the provider verified it, or did not say.
     */
    public @Nullable String unverifiedEmail() {
        return claims.text(UNVERIFIED_EMAIL);
    }

    public <T> Optional<T> get(Claim<T> claim) {
        return claims.get(claim);
    }

    public Account with(String name, @Nullable Object value) {
        return new Account(claims.with(name, value));
    }

    /** Returns all fields, in order: camelCase for those of the library, snake_case for those of the token set. */
    public Claims claims() {
        return claims;
    }

    private String required(String name) {
        var text = claims.text(name);
        if (text == null) throw new IllegalStateException("an account needs the field " + name);
        return text;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Account account && claims.equals(account.claims);
    }

    @Override
    public int hashCode() {
        return claims.hashCode();
    }

    /** Prints the provider and field names only, because the values contain tokens. */
    @Override
    public String toString() {
        return "Account[" + claims.text("provider") + " " + claims + "]";
    }
}
