package dev.cardea.bridge;

import dev.cardea.http.Request;
import dev.cardea.jose.Hashes;
import dev.cardea.jose.Hkdf;
import java.nio.charset.StandardCharsets;
import javax.crypto.spec.SecretKeySpec;

/** What one secret signs with. */
final class BridgeKey {
    private static final byte[] INFO = "Cardea bridge".getBytes(StandardCharsets.US_ASCII);

    /** What is signed: version 1 left out the client's address and the type of the body. */
    static final String VERSION = "v2";

    private final SecretKeySpec key;

    BridgeKey(String secret) {
        byte[] derived = Hkdf.sha256(secret.getBytes(StandardCharsets.UTF_8), new byte[0], INFO, 32);
        key = Hashes.hmacKey(derived);
    }

    byte[] sign(String mode, String seconds, Request request) {
        return Hashes.hmacSha256(key, text(mode, seconds, request));
    }

    /** Everything that a call depends on, a line each; no value can hold the end of a line. */
    private static String text(String mode, String seconds, Request request) {
        var lines = new String[] {
            VERSION,
            mode,
            seconds,
            request.method(),
            request.target(),
            Hashes.sha256Hex(request.body()),
            request.header("cookie").orElse(""),
            origin(request),
            request.header("x-forwarded-for").orElse(""),
            request.header("content-type").orElse("")
        };
        return String.join("\n", lines) + "\n";
    }

    /** The origin that the caller asserts, as it is sent. */
    static String origin(Request request) {
        return request.header("x-forwarded-proto").orElse("") + "://"
                + request.header("x-forwarded-host").orElse("");
    }

    @Override
    public String toString() {
        return "BridgeKey";
    }
}
