package dev.cardea.jose;

import dev.cardea.jose.ContentEncryption.SealedText;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A compact JWE with a shared key ({@code alg} {@code dir}; RFC 7516 §3.1, RFC 7518 §4.5). It is parsed once and then
 * opened with the key that its header names. What {@link #parse} accepts is well formed and still untrusted; the text
 * that {@link #open} returns is authentic.
 *
 * <pre>{@code
 * var jwe = Jwe.parse(token, usual);
 * var text = jwe.open(keyOf(jwe.enc(), jwe.kid()));
 * }</pre>
 */
public final class Jwe {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final int MAX_HEADER = 1024;
    /** In characters. More than any server accepts in its headers, and small enough to be processed at once. */
    private static final int MAX_TOKEN = 1 << 20;

    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final String encodedHeader;
    private final Header header;
    private final byte[] iv;
    private final SealedText sealed;

    private record Header(ContentEncryption enc, @Nullable String kid) {}

    private Jwe(String encodedHeader, Header header, byte[] iv, SealedText sealed) {
        this.encodedHeader = encodedHeader;
        this.header = header;
        this.iv = iv;
        this.sealed = sealed;
    }

    /**
     * Seals a text.
     *
     * @param iv as long as {@link #ivLength} says; it must never repeat for a key
     * @return five parts of base64url with dots between, ASCII
     * @throws IllegalArgumentException if the vector has another length, or if the token would be too long to be parsed
     */
    public static String seal(SealingKey key, byte[] iv, String plain) {
        if (iv.length != ivLength(key)) throw new IllegalArgumentException("the vector has the wrong length");
        var token = sealed(key, iv, plain);
        if (token.length() > MAX_TOKEN) throw new IllegalArgumentException("the text is too long for a token");
        return token;
    }

    private static String sealed(SealingKey key, byte[] iv, String plain) {
        try {
            byte[] aad = key.encodedHeader().getBytes(StandardCharsets.US_ASCII);
            var sealed = key.seal(iv, aad, plain.getBytes(StandardCharsets.UTF_8));
            return key.encodedHeader() + ".." + ENCODER.encodeToString(iv) + "." + ENCODER.encodeToString(sealed.text())
                    + "." + ENCODER.encodeToString(sealed.tag());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the token could not be sealed", e);
        }
    }

    /** Returns the length of the initialisation vector for a key, in bytes. */
    public static int ivLength(SealingKey key) {
        return key.enc().ivLength();
    }

    /**
     * Splits and validates a token. Nothing is derived or decrypted yet, and an overlong token is rejected by its
     * length.
     *
     * @param usual the key that seals most tokens, so that its header is recognised without parsing; it decides nothing
     *     else
     * @throws JoseException if the token is of another kind: another {@code alg} or {@code enc}, compressed, with
     *     critical headers, an encrypted key, or a part that is not canonical base64url
     */
    public static Jwe parse(String token, SealingKey usual) {
        if (token.length() > MAX_TOKEN) throw new JoseException("the token is too long");
        int first = dot(token, 0);
        int second = dot(token, first + 1);
        int third = dot(token, second + 1);
        int fourth = dot(token, third + 1);
        if (token.indexOf('.', fourth + 1) >= 0) throw new JoseException("a token has five parts");
        if (second != first + 1) throw new JoseException("a token with a shared key has no encrypted key");
        var encodedHeader = token.substring(0, first);
        var header = encodedHeader.equals(usual.encodedHeader())
                ? new Header(usual.enc(), usual.kid())
                : header(encodedHeader);
        var sealed = new SealedText(decode(token.substring(third + 1, fourth)), decode(token.substring(fourth + 1)));
        byte[] iv = decode(token.substring(second + 1, third));
        if (iv.length != header.enc.ivLength() || sealed.tag().length != header.enc.tagLength()) {
            throw new JoseException("the vector or the tag has the wrong length");
        }
        return new Jwe(encodedHeader, header, iv, sealed);
    }

    /** Returns the encryption that the header names. */
    public ContentEncryption enc() {
        return header.enc;
    }

    /** Returns the name of the key that the header states ({@link SealingKey#kid}); {@code null} if it states none. */
    public @Nullable String kid() {
        return header.kid;
    }

    /**
     * Returns the text that was sealed.
     *
     * @throws JoseException if the key is a different one, a bit was changed, or the text is not UTF-8; the message
     *     does not distinguish the first two
     */
    public String open(SealingKey key) {
        if (key.enc() != header.enc) throw new JoseException("the key is for another encryption");
        try {
            byte[] aad = encodedHeader.getBytes(StandardCharsets.US_ASCII);
            return utf8(key.open(iv, aad, sealed));
        } catch (GeneralSecurityException e) {
            throw new JoseException("the token could not be decrypted", e);
        }
    }

    private static Header header(String encoded) {
        if (encoded.length() > MAX_HEADER) throw new JoseException("the header is too long");
        var header = claims(utf8(decode(encoded)));
        if (!"dir".equals(header.text("alg"))) throw new JoseException("alg must be dir");
        if (header.has("zip")) throw new JoseException("compressed tokens are rejected");
        if (header.has("crit")) throw new JoseException("critical headers are not supported");
        if (header.has("kid") && header.text("kid") == null) throw new JoseException("kid must be text");
        var enc = header.text("enc");
        return new Header(
                ContentEncryption.parse(enc == null ? "" : enc)
                        .orElseThrow(() -> new JoseException("enc must be A256CBC-HS512 or A256GCM")),
                header.text("kid"));
    }

    private static Claims claims(String json) {
        try {
            return Json.parseObject(json, Json.INBOUND_DEPTH);
        } catch (JsonException e) {
            throw new JoseException("the header is not a JSON object");
        }
    }

    /** RFC 8725 §3.7: lenient decoding would turn broken bytes into text that was never sealed. */
    private static String utf8(byte[] bytes) {
        var text = new String(bytes, StandardCharsets.UTF_8);
        // The replacement character may also have been part of the text.
        if (text.indexOf('\uFFFD') < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)) return text;
        throw new JoseException("the text is not UTF-8");
    }

    private static int dot(String token, int from) {
        int dot = token.indexOf('.', from);
        if (dot < 0) throw new JoseException("a token has five parts");
        return dot;
    }

    private static byte[] decode(String part) {
        try {
            if (part.indexOf('=') >= 0) throw new JoseException("padding in a part");
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            requireCanonical(part);
            return bytes;
        } catch (IllegalArgumentException e) {
            throw new JoseException("a part is not base64url");
        }
    }

    /** The bits after the last byte must be zero, so that each token has only one spelling (RFC 4648 §3.5). */
    private static void requireCanonical(String part) {
        int left = part.length() % 4;
        if (left < 2) return;
        int bits = ALPHABET.indexOf(part.charAt(part.length() - 1));
        if ((bits & (left == 2 ? 0x0f : 0x03)) != 0) throw new JoseException("a part is not canonical base64url");
    }
}
