package dev.cardea.bridge;

import dev.cardea.http.Request;
import java.time.Instant;
import java.util.Base64;

/**
 * Signs calls over the bridge. A request has to be complete before: method, target, body and its
 * {@code Content-Type}, cookies, the public origin as {@code X-Forwarded-Proto} and {@code X-Forwarded-Host}, and the
 * client's address as {@code X-Forwarded-For} are part of the signature.
 */
public final class BridgeSigner {
    public static final String HEADER = "X-Cardea-Bridge";

    private final BridgeKey key;

    /** @param secret the newest of those that both sides know */
    public BridgeSigner(String secret) {
        key = new BridgeKey(secret);
    }

    /** The request with its signature. */
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
