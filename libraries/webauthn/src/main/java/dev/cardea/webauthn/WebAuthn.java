package dev.cardea.webauthn;

import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.Ceremonies;

/** Sign-in with any authenticator, including security keys that store no passkeys. */
public final class WebAuthn {
    private WebAuthn() {}

    public static WebAuthnProvider provider() {
        return WebAuthnProvider.of("webauthn", "WebAuthn", ceremonies());
    }

    /** Returns the ceremonies for your own provider. */
    public static Ceremonies ceremonies() {
        return WebAuthn4j.CEREMONIES;
    }
}
