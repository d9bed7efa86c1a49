package dev.cardea.provider;

import java.util.Locale;

/** How much something is wanted (Web Authentication §5.4.6, §5.8.6). */
public enum Requirement {
    REQUIRED,
    PREFERRED,
    DISCOURAGED;

    /** As it stands in JSON. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
