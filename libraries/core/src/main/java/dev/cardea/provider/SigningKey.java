package dev.cardea.provider;

import java.security.PrivateKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.EdECKey;
import java.security.interfaces.RSAKey;
import org.jspecify.annotations.Nullable;

/**
 * The key of {@code private_key_jwt} client authentication (RFC 7523). An RSA key signs with RS256; one on P-256, P-384
 * or P-521 with ES256, ES384 or ES512; one on Ed25519 with EdDSA.
 *
 * @param kid for the header of the assertion; {@code null} leaves it out
 */
public record SigningKey(PrivateKey key, @Nullable String kid) {
    /** @throws IllegalArgumentException if the key is of another kind, or an RSA key of less than 2048 bits */
    public SigningKey {
        algorithm(key);
    }

    /** Returns the name of its signature algorithm (RFC 7518 §3.1, RFC 8037). */
    public String algorithm() {
        return algorithm(key);
    }

    private static String algorithm(PrivateKey key) {
        if (key instanceof RSAKey rsa) {
            if (rsa.getModulus().bitLength() >= 2048) return "RS256";
            throw new IllegalArgumentException("an RSA key needs 2048 bits (RFC 7518 §3.3)");
        }
        if (key instanceof ECKey ec) {
            switch (ec.getParams().getOrder().bitLength()) {
                case 256 -> {
                    return "ES256";
                }
                case 384 -> {
                    return "ES384";
                }
                case 521 -> {
                    return "ES512";
                }
                default -> {}
            }
        }
        if (key instanceof EdECKey ed && ed.getParams().getName().equals("Ed25519")) return "EdDSA";
        throw new IllegalArgumentException("a signing key must be RSA, EC on P-256, P-384 or P-521, or Ed25519");
    }

    @Override
    public String toString() {
        return "SigningKey[kid " + kid + "]";
    }
}
