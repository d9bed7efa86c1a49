package dev.cardea.model;

/** The result of a removal. */
public enum UnlinkResult {
    /** It was removed. */
    REMOVED,
    /** The user has no such account. */
    NOT_LINKED,
    /** Nothing changed, because without it the user could no longer sign in. */
    LAST_SIGN_IN_METHOD
}
