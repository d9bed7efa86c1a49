package dev.cardea.server.doctor;

import dev.cardea.recorder.Trace;
import java.util.Optional;

/** Where the traces of a site's failed sign-ins are. */
@FunctionalInterface
public interface TraceSource {
    /** Returns the trace with this reference; empty if it is not there, or the source doesn't respond. */
    Optional<Trace> find(String reference);
}
