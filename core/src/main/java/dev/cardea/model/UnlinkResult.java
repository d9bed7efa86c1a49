package dev.cardea.model;

/** What became of a removal. */
public enum UnlinkResult {
    /** It is gone. */
    REMOVED,
    /** The user has no such account. */
    NOT_LINKED,
    /** Nothing changed: without it the user could no longer sign in. */
    LAST_SIGN_IN_METHOD
}
