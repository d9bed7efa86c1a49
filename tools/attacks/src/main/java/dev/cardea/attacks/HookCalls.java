package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.jose.Hkdf;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs calls of hooks, as the core signs them: docs/server.md, "Hooks". */
final class HookCalls {
    static final String HEADER = "X-Cardea-Signature";

    private HookCalls() {}

    /** @param name of the hook, such as {@code describe} */
    static String signature(String secret, String name, byte[] body, Instant at) {
        var nonce = UUID.randomUUID().toString().replace("-", "");
        return signature(secret, name, body, at, nonce);
    }

    static String signature(String secret, String name, byte[] body, Instant at, String nonce) {
        var start = "v2." + at.getEpochSecond() + "." + nonce + ".";
        try {
            var digest = Digests.sha256Hex(body);
            var key = Hkdf.sha256(secret.getBytes(UTF_8), new byte[0], "Cardea hooks".getBytes(US_ASCII), 32);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            var signed = mac.doFinal((start + name + ".." + digest).getBytes(UTF_8));
            return start + Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
