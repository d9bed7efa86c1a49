package dev.cardea.provider;

import java.security.PrivateKey;
import org.jspecify.annotations.Nullable;

/**
 * The key of {@code private_key_jwt} client authentication (RFC 7523). RSA signs RS256, EC keys by their curve, Ed25519
 * signs EdDSA.
 *
 * @param kid goes into the assertion's header; {@code null} leaves it out
 */
public record SigningKey(PrivateKey key, @Nullable String kid) {
    @Override
    public String toString() {
        return "SigningKey[kid " + kid + "]";
    }
}
