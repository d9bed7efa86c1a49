package dev.cardea.host.testkit;

/** What a host cannot do, however it is set up. Each one belongs into the host's documentation. */
public enum Limit {
    /** It refuses a query with one of {@code | { } ^ `} in it, which browsers send as they are. */
    NO_RAW_QUERY
}
