package dev.cardea.server.file;

import java.util.concurrent.Callable;

/**
 * Something that a configuration reaches, and a way to see whether it is there.
 *
 * @param what in a few words
 * @param check throws where it is not
 * @param mend what to look at then
 */
public record Probe(String what, Callable<?> check, String mend) {}
