package dev.cardea.jose;

import dev.cardea.jose.ContentEncryption.Sealed;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * A compact JWE with a shared key ({@code alg} {@code dir}; RFC 7516 §3.1): parsed once, then opened with the key that
 * its header asks for.
 */
public final class Jwe {
    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
    private static final int MAX_HEADER = 1024;
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

    private final String encodedHeader;
    private final Header header;
    private final byte[] iv;
    private final Sealed sealed;

    private record Header(ContentEncryption enc, @Nullable String kid) {}

    private Jwe(String encodedHeader, Header header, byte[] iv, Sealed sealed) {
        this.encodedHeader = encodedHeader;
        this.header = header;
        this.iv = iv;
        this.sealed = sealed;
    }

    /** Seals a text. The initialisation vector must never repeat for a key. */
    public static String seal(SealingKey key, byte[] iv, String plain) {
        try {
            byte[] aad = key.encodedHeader().getBytes(StandardCharsets.US_ASCII);
            var sealed = key.enc().seal(key, iv, aad, plain.getBytes(StandardCharsets.UTF_8));
            return key.encodedHeader() + ".." + ENCODER.encodeToString(iv) + "." + ENCODER.encodeToString(sealed.text())
                    + "." + ENCODER.encodeToString(sealed.tag());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the token could not be sealed", e);
        }
    }

    /** The initialisation vector's length for a key, in bytes. */
    public static int ivLength(SealingKey key) {
        return key.enc().ivLength();
    }

    /**
     * Takes a token apart.
     *
     * @param usual the key that most tokens are sealed with: its header is known without parsing
     * @throws JoseException where it is no token of this kind
     */
    public static Jwe parse(String token, SealingKey usual) {
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
        var sealed = new Sealed(decode(token.substring(third + 1, fourth)), decode(token.substring(fourth + 1)));
        byte[] iv = decode(token.substring(second + 1, third));
        if (iv.length != header.enc.ivLength() || sealed.tag().length != header.enc.tagLength()) {
            throw new JoseException("the vector or the tag has the wrong length");
        }
        return new Jwe(encodedHeader, header, iv, sealed);
    }

    public ContentEncryption enc() {
        return header.enc;
    }

    /** Which key it is sealed with; {@code null} where it does not say. */
    public @Nullable String kid() {
        return header.kid;
    }

    /** @throws JoseException where the key is another, or a bit was changed */
    public String open(SealingKey key) {
        try {
            byte[] aad = encodedHeader.getBytes(StandardCharsets.US_ASCII);
            return new String(key.enc().open(key, iv, aad, sealed), StandardCharsets.UTF_8);
        } catch (GeneralSecurityException e) {
            throw new JoseException("the token could not be decrypted", e);
        }
    }

    private static Header header(String encoded) {
        if (encoded.length() > MAX_HEADER) throw new JoseException("the header is too long");
        var header = claims(new String(decode(encoded), StandardCharsets.UTF_8));
        if (!"dir".equals(header.text("alg"))) throw new JoseException("alg must be dir");
        if (header.has("zip")) throw new JoseException("compressed tokens are refused");
        if (header.has("crit")) throw new JoseException("no critical header is understood");
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

    /** The bits behind the last byte are zero, so that one token has one spelling (RFC 4648 §3.5). */
    private static void requireCanonical(String part) {
        int left = part.length() % 4;
        if (left < 2) return;
        int bits = ALPHABET.indexOf(part.charAt(part.length() - 1));
        if ((bits & (left == 2 ? 0x0f : 0x03)) != 0) throw new JoseException("a part is not canonical base64url");
    }
}
