package dev.cardea.recorder;

import dev.cardea.recorder.Cause.Certainty;
import java.util.Optional;
import java.util.function.Function;

/**
 * A known fault: how the steps of a sign-in show it, and what mends it.
 *
 * @param id its number in the documentation
 * @param title what went wrong, in a few words
 * @param explanation says what went wrong in this trace; empty if the trace does not show this fault
 * @param remedy what the operator or developer changes
 */
record KnownFault(
        String id, String title, Certainty certainty, Function<Facts, Optional<String>> explanation, String remedy) {
    Optional<Cause> cause(Facts facts) {
        return explanation.apply(facts).map(text -> new Cause(id, weakened(facts), text, remedy));
    }

    /** A trace whose beginning is a guess proves nothing. */
    private Certainty weakened(Facts facts) {
        return facts.trace.isInferred() && certainty == Certainty.CERTAIN ? Certainty.LIKELY : certainty;
    }

    /** Returns a text if a condition holds. */
    static Optional<String> when(boolean condition, String text) {
        return condition ? Optional.of(text) : Optional.empty();
    }
}
