/** Verifies passkeys with WebAuthn4J. */
module dev.cardea.webauthn {
    requires transitive dev.cardea;
    requires static transitive org.jspecify;
    requires com.webauthn4j.core;
    requires tools.jackson.databind;
    requires tools.jackson.dataformat.cbor;

    exports dev.cardea.webauthn;
}
