package dev.cardea.internal.limit;

/** The tries that a request took; refunded when the attempt succeeds. */
public interface Permit {
    /** Refunds the tries of a successful attempt. Never throws; call it at most once. */
    void refund();
}
