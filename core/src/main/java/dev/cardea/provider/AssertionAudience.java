package dev.cardea.provider;

/**
 * The {@code aud} claim of the assertion by which a client authenticates with {@code client_secret_jwt} or
 * {@code private_key_jwt}.
 */
public enum AssertionAudience {
    /**
     * The provider's issuer identifier, as a single text. This is the default, and what RFC 7523bis and FAPI 2.0 require:
     * an assertion for an endpoint could be replayed by a provider that claims another provider's endpoint as its own.
     * Where no issuer is known, it is the token endpoint.
     */
    ISSUER,

    /** The address of the token endpoint (OpenID Connect Core §9), for services that accept nothing else. */
    TOKEN_ENDPOINT
}
