package dev.cardea.host.testkit;

/**
 * A running host.
 *
 * @param port on 127.0.0.1
 * @param stop stops it
 */
public record ServedSite(int port, AutoCloseable stop) {}
