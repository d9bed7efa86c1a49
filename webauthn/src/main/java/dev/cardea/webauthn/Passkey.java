package dev.cardea.webauthn;

import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;

/**
 * Sign-in with a passkey: kept by the authenticator, so that nobody types a name, and unlocked by its user.
 *
 * <pre>{@code
 * AuthConfig.builder()
 *     .adapter(adapter)
 *     .enableWebAuthn(true)
 *     .provider(Passkey.provider())
 * }</pre>
 */
public final class Passkey {
    private Passkey() {}

    public static WebAuthnProvider provider() {
        return WebAuthnProvider.of("passkey", "Passkey", WebAuthn4j.CEREMONIES)
                .userVerification(Requirement.REQUIRED)
                .residentKey(Requirement.REQUIRED);
    }
}
