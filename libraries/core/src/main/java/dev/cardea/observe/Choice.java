package dev.cardea.observe;

import java.util.Locale;

/** A value of a closed list. Only enumerations implement it. */
public interface Choice extends Label {
    /** The name of the constant. */
    String name();

    /** Returns the name in lower case. */
    @Override
    default String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
