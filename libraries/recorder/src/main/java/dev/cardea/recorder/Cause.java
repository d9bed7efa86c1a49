package dev.cardea.recorder;

import dev.cardea.observe.Choice;

/**
 * A possible reason of a failure. Immutable.
 *
 * @param id number of the fault in the documentation, such as {@code R04}
 * @param explanation what went wrong in this sign-in, as one sentence
 * @param remedy what the operator or developer changes
 */
public record Cause(String id, Certainty certainty, String explanation, String remedy) {
    /** How certain a cause is, in descending order. */
    public enum Certainty implements Choice {
        /** The steps leave no other cause. */
        CERTAIN,
        /** The most common cause of these steps. */
        LIKELY,
        /** One of several causes that fit. */
        POSSIBLE
    }
}
