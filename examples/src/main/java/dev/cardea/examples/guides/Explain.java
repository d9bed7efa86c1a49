package dev.cardea.examples.guides;

// sample
import dev.cardea.Auth;
import dev.cardea.recorder.Trace;

/** Explains a failed sign-in to an operator. */
public final class Explain {
    private Explain() {}

    public static String of(Auth auth, String reference) {
        return auth.recorder().find(reference).map(Trace::explain).orElse("no trace has this reference");
    }
}
// end
