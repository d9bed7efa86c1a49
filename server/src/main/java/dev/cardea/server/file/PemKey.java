package dev.cardea.server.file;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;

/** Reads a private key in PEM (RFC 7468, {@code PRIVATE KEY}): RSA, EC or Ed25519. */
final class PemKey {
    private static final String BEGIN = "-----BEGIN PRIVATE KEY-----";
    private static final String END = "-----END PRIVATE KEY-----";

    private PemKey() {}

    /** @throws IllegalArgumentException where it is none; the message does not hold it */
    static PrivateKey parse(String pem) {
        int begin = pem.indexOf(BEGIN);
        int end = pem.indexOf(END);
        if (begin < 0 || end < begin) throw wrong();
        byte[] der = decoded(pem.substring(begin + BEGIN.length(), end));
        for (var algorithm : List.of("RSA", "EC", "Ed25519")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(der));
            } catch (GeneralSecurityException e) {
                // Not of this kind; the next may fit.
            }
        }
        throw wrong();
    }

    private static byte[] decoded(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64.getBytes(StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw wrong();
        }
    }

    private static IllegalArgumentException wrong() {
        return new IllegalArgumentException("it isn't a PKCS#8 private key in PEM format");
    }
}
