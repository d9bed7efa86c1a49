package dev.cardea.transcript;

import java.util.function.UnaryOperator;

/**
 * A difference from the reference that holds everywhere: what it makes of a recorded answer.
 *
 * @param sentence what is different
 * @param row the row of docs/differences.md that tells users
 * @param because where it was decided, as the list of the reference's quirks and our papers number it
 */
record Rule(String sentence, String row, String because, Rewrite rewrite) {
    /** Gives the answer back as it is where the rule does not apply. */
    interface Rewrite {
        Outcome apply(Transcript transcript, Outcome expected);
    }

    /** For rules that look at the answer alone. */
    static Rewrite ofAnswer(UnaryOperator<Outcome> rewrite) {
        return (transcript, expected) -> rewrite.apply(expected);
    }

    @Override
    public String toString() {
        return sentence;
    }
}
