package dev.cardea.server.hooks;

import dev.cardea.jose.Hkdf;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Proves to the application that a call is ours: an HMAC over time, name and body, under a key made of the secret. */
final class HookSigner {
    static final String HEADER = "X-Cardea-Signature";

    private static final byte[] INFO = "Cardea hooks".getBytes(StandardCharsets.US_ASCII);

    private final SecretKeySpec key;

    HookSigner(String secret) {
        byte[] derived = Hkdf.sha256(secret.getBytes(StandardCharsets.UTF_8), new byte[0], INFO, 32);
        key = new SecretKeySpec(derived, "HmacSHA256");
    }

    /**
     * The value of the header.
     *
     * @param name such as {@code callbacks/signIn}
     */
    String sign(String name, byte[] body, long seconds) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(body);
            var text = "v1." + seconds + "." + name + "." + HexFormat.of().formatHex(digest);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            byte[] signature = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
            return "v1." + seconds + "."
                    + Base64.getUrlEncoder().withoutPadding().encodeToString(signature);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "HookSigner";
    }
}
