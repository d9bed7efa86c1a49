package dev.cardea.accounts;

/** Who may become a user. Users who are stored already sign in with each value. */
public enum SignUp {
    /** Anyone with a mailbox, or with an account or a passkey that the site accepts. */
    OPEN,
    /**
     * Those whom {@link UserAdmin#invite} has invited, once they have proven the invited address by email. An account at a
     * provider or a passkey doesn't prove it, whatever address it has.
     */
    INVITED,
    /** No one, by whatever sign-in method. Users come from elsewhere, such as {@code cardea users create}. */
    CLOSED
}
