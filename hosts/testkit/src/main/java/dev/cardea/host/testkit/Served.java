package dev.cardea.host.testkit;

/**
 * A host that was started.
 *
 * @param port on 127.0.0.1
 * @param stop ends it
 */
public record Served(int port, AutoCloseable stop) {}
