package dev.cardea.tests.fault;

import dev.cardea.error.ErrorType;
import dev.cardea.recorder.Trace;

/**
 * A real failure with its expected explanation.
 *
 * @param cause number of the fault that its trace must show first
 * @param error type of the failure
 * @param name what happens, as a sentence
 */
public record FaultCase(String cause, ErrorType error, String name, Play play) {
    /** Lets it happen. */
    public interface Play {
        /** Returns what the recorder kept of the failure. */
        Trace run(Watch watch) throws Exception;
    }

    @Override
    public String toString() {
        return cause + ": " + name;
    }
}
