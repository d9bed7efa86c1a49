package dev.cardea.provider;

/**
 * The {@code aud} claim of the assertion by which a client authenticates with {@code client_secret_jwt} or
 * {@code private_key_jwt}.
 */
public enum AssertionAudience {
    /**
     * The issuer identifier of the provider, as a single text. This is the default, as RFC 7523bis and FAPI 2.0
     * require: a provider that claims another provider's endpoint as its own could replay an assertion for that
     * endpoint. If the issuer is unknown, it is the token endpoint.
     */
    ISSUER,

    /** The URL of the token endpoint (OpenID Connect Core §9), for services that accept nothing else. */
    TOKEN_ENDPOINT
}
