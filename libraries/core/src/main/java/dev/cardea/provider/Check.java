package dev.cardea.provider;

/** A protection of the OAuth callback (Auth.js: {@code checks}). */
public enum Check {
    /** Binds the authorization code to the sign-in that requested it (Proof Key for Code Exchange, RFC 7636). */
    PKCE,
    /** Binds the response of the provider to the browser that began the sign-in (RFC 6749 §10.12). */
    STATE,
    /** Binds the ID token to the sign-in that requested it (OpenID Connect Core §3.1.2.1). */
    NONCE
}
