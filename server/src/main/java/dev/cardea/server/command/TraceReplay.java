package dev.cardea.server.command;

import dev.cardea.recorder.Trace;

/**
 * Runs a recorded sign-in again. The jar {@code cardea-dev} provides it by {@link java.util.ServiceLoader}: it needs an
 * identity provider beside it, which a server in production does not have.
 */
public interface TraceReplay {
    /**
     * What happened this time.
     *
     * @param text for the operator: what was run again, and how it ended
     * @param agrees whether it ended with the recorded error
     */
    record Outcome(String text, boolean agrees) {}

    /** Runs it in this process, without a connection to any other. */
    Outcome replay(Trace trace);
}
