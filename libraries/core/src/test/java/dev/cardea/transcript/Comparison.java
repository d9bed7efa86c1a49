package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** One case, recorded and replayed: the rules that change what is expected of it, and what differs all the same. */
record Comparison(Transcript transcript, Set<Rule> applied, List<String> difference) {
    static Comparison of(Transcript transcript) {
        var expected = Rules.rewrite(transcript, RecordedOutcome.of(transcript));
        return new Comparison(transcript, expected.applied(), difference(transcript, expected.outcome()));
    }

    private static List<String> difference(Transcript transcript, Outcome expected) {
        try {
            var secrets = transcript.hashSecrets();
            return Difference.of(
                    Renaming.of(expected.lines(), secrets),
                    Renaming.of(Replay.of(transcript).lines(), secrets));
        } catch (RuntimeException e) {
            var trace = new ArrayList<>(List.of("! " + e));
            for (var frame : List.of(e.getStackTrace()).subList(0, Math.min(6, e.getStackTrace().length))) {
                trace.add("!   " + frame);
            }
            return trace;
        }
    }
}
