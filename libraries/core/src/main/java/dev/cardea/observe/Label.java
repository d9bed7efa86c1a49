package dev.cardea.observe;

/** A value that meters and logs print: of a closed list ({@link Choice}), or a name from the configuration. */
public interface Label {
    /** Returns the text, such as {@code rejected}. It stays the same between releases. */
    String label();
}
