package dev.cardea.bridge;

import dev.cardea.http.Request;
import dev.cardea.jose.Hkdf;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What one secret signs with. */
final class BridgeKey {
    private static final byte[] INFO = "Cardea bridge".getBytes(StandardCharsets.US_ASCII);

    /** What is signed: version 1 left out the client's address and the type of the body. */
    static final String VERSION = "v2";

    private final SecretKeySpec key;

    BridgeKey(String secret) {
        byte[] derived = Hkdf.sha256(secret.getBytes(StandardCharsets.UTF_8), new byte[0], INFO, 32);
        key = new SecretKeySpec(derived, "HmacSHA256");
    }

    byte[] sign(String mode, String seconds, Request request) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text(mode, seconds, request).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has HmacSHA256", e);
        }
    }

    /** Everything that a call depends on, a line each; no value can hold the end of a line. */
    private static String text(String mode, String seconds, Request request) {
        var lines = new String[] {
            VERSION,
            mode,
            seconds,
            request.method(),
            request.target(),
            digest(request.body()),
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

    private static String digest(byte[] body) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return "BridgeKey";
    }
}
