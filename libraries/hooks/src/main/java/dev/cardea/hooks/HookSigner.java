package dev.cardea.hooks;

import dev.cardea.jose.Hashes;
import dev.cardea.jose.Hkdf;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Proves to the application that a call comes from Cardea: an HMAC over time, name, event and body, under a key made of the
 * secret. A nonce makes each call another, so the application can reject one that it has had. The application signs its description under another key of the same secret, so neither can be taken for the other.
 */
final class HookSigner {
    static final String HEADER = "X-Cardea-Signature";
    /** The same for each try of an event. */
    static final String EVENT_ID = "X-Cardea-Event-Id";
    /** Of the answer to {@code describe}. */
    static final String ANSWER_HEADER = "X-Cardea-Answer-Signature";

    private static final byte[] INFO = "Cardea hooks".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ANSWER_INFO = "Cardea hooks answer".getBytes(StandardCharsets.US_ASCII);

    private final SecretKeySpec key;
    private final SecretKeySpec answerKey;

    HookSigner(String secret) {
        key = key(secret, INFO);
        answerKey = key(secret, ANSWER_INFO);
    }

    /**
     * The value of the header.
     *
     * @param name such as {@code callbacks/signIn}
     * @param eventId the value of {@link #EVENT_ID}; empty for a call that is not an event
     * @param nonce letters and digits, another for each call
     */
    String sign(String name, String eventId, byte[] body, long seconds, String nonce) {
        var start = "v2." + seconds + "." + nonce + ".";
        return start + hmac(key, start + name + "." + eventId + "." + Hashes.sha256Hex(body));
    }

    /**
     * Whether the application signed this answer, and for this question.
     *
     * @param header the value of {@link #ANSWER_HEADER}
     * @param nonce of the question
     */
    boolean hasSigned(@Nullable String header, String nonce, byte[] body) {
        var wanted = "v1." + hmac(answerKey, "v1.describe." + nonce + "." + Hashes.sha256Hex(body));
        return header != null && Hashes.equal(wanted, header);
    }

    private static SecretKeySpec key(String secret, byte[] info) {
        byte[] derived = Hkdf.sha256(secret.getBytes(StandardCharsets.UTF_8), new byte[0], info, 32);
        return Hashes.hmacKey(derived);
    }

    private static String hmac(SecretKeySpec key, String text) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Hashes.hmacSha256(key, text));
    }

    @Override
    public String toString() {
        return "HookSigner";
    }
}
