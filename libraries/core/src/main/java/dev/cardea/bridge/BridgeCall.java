package dev.cardea.bridge;

import dev.cardea.http.Request;

/** A call with a valid signature. Only {@link BridgeGate} creates one. Immutable. */
public final class BridgeCall {
    private final BridgeMode mode;
    private final Request request;

    BridgeCall(BridgeMode mode, Request request) {
        this.mode = mode;
        this.request = request;
    }

    /** Returns the mode that the caller signed. */
    public BridgeMode mode() {
        return mode;
    }

    /** Returns the request as it was sent, without the signature. */
    public Request request() {
        return request;
    }

    /**
     * Returns whether the caller says which origin the browser sees, in {@code X-Forwarded-Proto} and
     * {@code X-Forwarded-Host}. The {@code Host} header isn't signed, so it proves nothing.
     */
    public boolean assertsOrigin() {
        return request.header("x-forwarded-proto")
                        .filter(text -> !text.isBlank())
                        .isPresent()
                && request.header("x-forwarded-host")
                        .filter(text -> !text.isBlank())
                        .isPresent();
    }
}
