package dev.cardea.attacks;

import dev.cardea.bridge.BridgeMode;
import dev.cardea.bridge.BridgeSigner;
import dev.cardea.http.Request;
import java.time.Instant;
import java.util.List;

/** Signs calls over the bridge. */
final class BridgeCalls {
    private BridgeCalls() {}

    static Call signed(String secret, BridgeMode mode, Request request, Instant now) {
        var signed = new BridgeSigner(secret).sign(mode, request, now);
        var call = new Call(request.method(), request.target(), List.of(), request.body());
        for (var field : signed.headers().fields()) call = call.header(field.name(), field.value());
        return call;
    }

    /** Returns the signature of such a call. */
    static String signature(Call call) {
        return call.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase(BridgeSigner.HEADER))
                .map(Header::value)
                .findFirst()
                .orElse("");
    }
}
