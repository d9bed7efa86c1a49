package dev.cardea.providers;

/** The separator between the scopes of an authorization request: a space (RFC 6749 §3.3), unless a service differs. */
public enum ScopeSeparator {
    SPACE,
    COMMA,
    SEMICOLON
}
