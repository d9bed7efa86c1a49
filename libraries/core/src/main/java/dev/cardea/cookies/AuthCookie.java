package dev.cardea.cookies;

import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.SameSite;
import org.jspecify.annotations.Nullable;

/** The cookies by their key in the configuration (Auth.js: {@code cookies}). */
public enum AuthCookie {
    SESSION_TOKEN("sessionToken", "session-token", "__Secure-", null),
    CALLBACK_URL("callbackUrl", "callback-url", "__Secure-", null),
    CSRF_TOKEN("csrfToken", "csrf-token", "__Host-", null),
    PKCE_CODE_VERIFIER("pkceCodeVerifier", "pkce.code_verifier", "__Secure-", 900L),
    STATE("state", "state", "__Secure-", 900L),
    NONCE("nonce", "nonce", "__Secure-", null),
    WEBAUTHN_CHALLENGE("webauthnChallenge", "challenge", "__Secure-", 900L),
    /** Carries a provider's form post over to a request with the visitor's cookies; Auth.js has none. */
    FORM_POST_ANSWER("formPostAnswer", "form-post-answer", "__Secure-", 60L),
    /** Names the browser that requested a short email code, and the user who was signed in there; Auth.js has none. */
    EMAIL_CODE("emailCode", "email-code", "__Secure-", null),
    /** Has the ID token with which a provider recognizes its session at a logout; Auth.js has none. */
    LOGOUT_HINT("logoutHint", "logout-hint", "__Secure-", null),
    /** Remembers a sign-out that continues at the provider. A subdomain can't plant it; Auth.js has none. */
    LOGOUT("logout", "logout", "__Host-", 600L);

    private final String key;
    private final String name;
    private final String prefix;
    private final @Nullable Long maxAge;

    AuthCookie(String key, String name, String prefix, @Nullable Long maxAge) {
        this.key = key;
        this.name = "authjs." + name;
        this.prefix = prefix;
        this.maxAge = maxAge;
    }

    /** The key in the configuration. */
    public String key() {
        return key;
    }

    public String name(boolean secure) {
        return secure ? prefix + name : name;
    }

    public CookieOptions options(boolean secure) {
        return CookieOptions.DEFAULT.sameSite(SameSite.LAX).secure(secure).maxAge(maxAge);
    }
}
