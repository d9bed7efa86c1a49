package dev.cardea.bridge;

import dev.cardea.http.Request;

/** A call whose signature is good. Only {@link BridgeGate} makes one. */
public final class BridgeCall {
    private final BridgeMode mode;
    private final Request request;

    BridgeCall(BridgeMode mode, Request request) {
        this.mode = mode;
        this.request = request;
    }

    public BridgeMode mode() {
        return mode;
    }

    /** What was sent, without the signature. */
    public Request request() {
        return request;
    }

    /** Returns whether the caller says which origin the browser sees; the connection's own names prove nothing. */
    public boolean assertsOrigin() {
        return request.header("x-forwarded-proto")
                        .filter(text -> !text.isBlank())
                        .isPresent()
                && request.header("x-forwarded-host")
                        .filter(text -> !text.isBlank())
                        .isPresent();
    }
}
