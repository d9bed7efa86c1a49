package dev.cardea.accounts;

/** Who may become a user. Users who are stored already sign in with either value. */
public enum SignUp {
    /** Anyone with a mailbox, or with an account or a passkey that the site accepts. */
    OPEN,
    /** No one, by whatever sign-in method. Users come from elsewhere, such as {@code cardea users create}. */
    CLOSED
}
