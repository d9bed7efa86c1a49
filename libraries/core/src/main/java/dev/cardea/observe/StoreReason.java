package dev.cardea.observe;

/** Says why a store failed. */
public enum StoreReason implements Choice {
    /** The store refused the connection, or the connection broke. */
    UNREACHABLE,
    /** All connections of the application's pool were in use. */
    POOL_EXHAUSTED,
    /** A table or column does not exist. */
    TABLE_MISSING,
    /** The store does not accept writes now. */
    READ_ONLY,
    /** A row to which the write refers does not exist. */
    ROW_MISSING
}
