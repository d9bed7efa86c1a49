package dev.cardea.webauthn;

import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;

/**
 * Sign-in with a passkey that the authenticator stores, so that users type no name, and that verifies its user.
 *
 * <pre>{@code
 * AuthConfig.builder()
 *     .adapter(adapter)
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
