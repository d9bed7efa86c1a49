package dev.cardea.attacks;

import java.util.Locale;

/** What a group of attacks needs. */
public enum Group {
    /** The address of the site alone. */
    ANONYMOUS,
    /** A test user who can sign in. */
    ACCOUNT,
    /** An identity provider that misbehaves on command, as in development mode. */
    PROVIDER;

    /** Returns the name in options and reports, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
