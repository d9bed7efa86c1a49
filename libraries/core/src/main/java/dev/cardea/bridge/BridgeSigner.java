package dev.cardea.bridge;

import dev.cardea.http.Request;
import java.time.Instant;
import java.util.Base64;

/**
 * Signs calls over the bridge. Immutable, and safe for concurrent use.
 *
 * <p>Complete the request before you sign it. The signature covers the method, the target, the body and its
 * {@code Content-Type}, the cookies, the public origin ({@code X-Forwarded-Proto} and {@code X-Forwarded-Host}), and
 * the client's IP address ({@code X-Forwarded-For}).
 */
public final class BridgeSigner {
    /** The header that carries the signature. */
    public static final String HEADER = "X-Cardea-Bridge";

    private final BridgeKey key;

    /**
     * Creates a signer.
     *
     * @param secret the newest of the secrets that both sides have
     */
    public BridgeSigner(String secret) {
        key = new BridgeKey(secret);
    }

    /** Returns the request with its signature, which is valid for a minute before and after {@code now}. */
    public Request sign(BridgeMode mode, Request request, Instant now) {
        var seconds = String.valueOf(now.getEpochSecond());
        var signature = Base64.getUrlEncoder().withoutPadding().encodeToString(key.sign(mode.wire(), seconds, request));
        var value = BridgeKey.VERSION + "." + mode.wire() + "." + seconds + "." + signature;
        return request.headers(request.headers().set(HEADER, value));
    }

    @Override
    public String toString() {
        return "BridgeSigner";
    }
}
