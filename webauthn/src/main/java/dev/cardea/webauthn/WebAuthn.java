package dev.cardea.webauthn;

import dev.cardea.ceremony.Ceremonies;
import dev.cardea.provider.WebAuthnProvider;

/** Sign-in with any authenticator, security keys that keep nothing among them. */
public final class WebAuthn {
    private WebAuthn() {}

    public static WebAuthnProvider provider() {
        return WebAuthnProvider.of("webauthn", "WebAuthn", ceremonies());
    }

    /** For providers of one's own making. */
    public static Ceremonies ceremonies() {
        return WebAuthn4j.CEREMONIES;
    }
}
