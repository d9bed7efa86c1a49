package dev.cardea.adapter.testkit;

/** A flow of a visitor whose waits for the store {@link RoundTripsContract} counts. */
public enum Flow {
    /** A page asks who is signed in; the session is not due for extension. */
    SESSION_CHECK,
    SIGN_OUT,
    /** A link in a mail, by a user whose address is verified. */
    LINK,
    /** An account that is stored already. */
    OAUTH_KNOWN,
    /** A new account with an unknown address. */
    OAUTH_NEW,
    /** A passkey of a user who signed up with it, so that the address is unverified. */
    PASSKEY,
    /** A page asks who is signed in by a revocable session, and the process has to ask the store. */
    CONFIRMATION,
    /** An application lists the twenty sessions of a user. */
    SESSION_LIST,
    /** An application ends one of them. */
    SESSION_END
}
