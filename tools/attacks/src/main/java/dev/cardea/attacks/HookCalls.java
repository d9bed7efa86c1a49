package dev.cardea.attacks;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cardea.jose.Hashes;
import dev.cardea.jose.Hkdf;
import java.time.Instant;
import java.util.Base64;
import java.util.UUID;

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
        var key = Hkdf.sha256(secret.getBytes(UTF_8), new byte[0], "Cardea hooks".getBytes(US_ASCII), 32);
        var signed = Hashes.hmacSha256(Hashes.hmacKey(key), start + name + ".." + Hashes.sha256Hex(body));
        return start + Base64.getUrlEncoder().withoutPadding().encodeToString(signed);
    }
}
