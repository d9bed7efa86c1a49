package dev.cardea.provider;

/** What protects an OAuth callback (interface: {@code checks}). */
public enum Check {
    /** RFC 7636. */
    PKCE,
    /** RFC 6749 §10.12. */
    STATE,
    /** OpenID Connect Core §3.1.2.1. */
    NONCE
}
