package dev.cardea.provider;

/** A protection of the OAuth callback (Auth.js: {@code checks}). */
public enum Check {
    /** RFC 7636. */
    PKCE,
    /** RFC 6749 §10.12. */
    STATE,
    /** OpenID Connect Core §3.1.2.1. */
    NONCE
}
