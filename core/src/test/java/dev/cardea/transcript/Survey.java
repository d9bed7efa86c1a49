package dev.cardea.transcript;

import java.util.ArrayList;
import java.util.List;

/** Prints, for every recorded case, the lines in which the core differs: for reading while something is changed. */
public final class Survey {
    private Survey() {}

    public static void main(String[] args) {
        int equal = 0;
        int all = 0;
        for (var file : TranscriptTest.FILES) {
            if (args.length > 0 && !file.contains(args[0])) continue;
            for (var transcript : Transcript.of(file)) {
                all++;
                var difference = difference(transcript);
                if (difference.isEmpty()) equal++;
                else System.out.println("== " + transcript.name() + "\n" + String.join("\n", difference));
            }
        }
        System.out.println(equal + " of " + all + " equal");
    }

    static List<String> difference(Transcript transcript) {
        var replay = new Replay(transcript);
        try {
            var actual = replay.actual();
            var expected = Rules.rewrite(transcript, replay.expected());
            var simple = Rules.simplify(actual);
            return difference(Renaming.of(generic(expected, simple).lines()), Renaming.of(simple.lines()));
        } catch (RuntimeException e) {
            var trace = new ArrayList<String>();
            trace.add("  ! " + e);
            for (int i = 0; i < Math.min(6, e.getStackTrace().length); i++) trace.add("      " + e.getStackTrace()[i]);
            return trace;
        }
    }

    /** Where the reference fails without a type of its own, any type of ours that a visitor does not see will do. */
    private static Outcome generic(Outcome expected, Outcome actual) {
        var calls = new ArrayList<>(expected.calls());
        for (int i = 0; i < Math.min(calls.size(), actual.calls().size()); i++) {
            var ours = actual.calls().get(i);
            if (calls.get(i).equals("logger.error Error") && GENERIC.contains(ours)) calls.set(i, ours);
        }
        return expected.calls(calls);
    }

    private static final List<String> GENERIC = List.of(
            "logger.error AuthError",
            "logger.error InvalidProvider",
            "logger.error CallbackRouteError",
            "logger.error UnknownAction",
            "logger.error InvalidConfiguration");

    private static List<String> difference(List<String> expected, List<String> actual) {
        var lines = new ArrayList<String>();
        var rest = new ArrayList<>(actual);
        for (var line : expected) if (!rest.remove(line)) lines.add("  - " + line);
        for (var line : rest) lines.add("  + " + line);
        if (lines.isEmpty() && !expected.equals(actual)) lines.add("  ~ order: " + expected + " / " + actual);
        return lines;
    }
}
