package dev.cardea.provider;

import java.util.Locale;

/** How strongly a property is requested (Web Authentication §5.4.6, §5.8.6). */
public enum Requirement {
    REQUIRED,
    PREFERRED,
    DISCOURAGED;

    /** Returns the value in JSON. */
    public String wire() {
        return name().toLowerCase(Locale.ROOT);
    }
}
