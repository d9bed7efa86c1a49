package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Recorder;

/** Explains a failed sign-in to an operator. */
public final class Explain {
    private Explain() {}

    public static String of(Auth auth, String reference) {
        return Recorder.of(auth)
                .find(reference)
                .map(Explanation::of)
                .map(Explanation::text)
                .orElse("no trace has this reference");
    }
}
// end
