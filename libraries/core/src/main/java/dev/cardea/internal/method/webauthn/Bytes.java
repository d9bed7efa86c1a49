package dev.cardea.internal.method.webauthn;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The two alphabets of RFC 4648: rows hold the standard one with padding, browsers the other without. */
final class Bytes {
    private Bytes() {}

    static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    static byte[] fromBase64(String text) {
        return Base64.getDecoder().decode(text);
    }

    static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** @throws IllegalArgumentException where the text is none, or padded */
    static byte[] fromBase64Url(String text) {
        if (text.indexOf('=') >= 0) throw new IllegalArgumentException("base64url is written without padding");
        return Base64.getUrlDecoder().decode(text);
    }

    static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
