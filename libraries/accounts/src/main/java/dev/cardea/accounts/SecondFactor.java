package dev.cardea.accounts;

/** Whether a sign-in asks for a second factor. */
public enum SecondFactor {
    /** The sign-in asks for none, not even where the user has one. */
    NEVER,
    /** The sign-in asks users who have one. */
    IF_ENROLLED,
    /** The sign-in asks every user. Those who have none set one up before they are signed in. */
    REQUIRED
}
