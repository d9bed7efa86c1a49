package dev.cardea.host.testkit;

/** What a host cannot do in any configuration. Document each limit in the host's guide. */
public enum HostLimit {
    /** It rejects a query with one of {@code | { } ^ `} in it, which browsers send unencoded. */
    NO_RAW_QUERY,
    /** Its pages cannot read the accounts and passkeys of the visitor. */
    NO_ACCOUNTS
}
