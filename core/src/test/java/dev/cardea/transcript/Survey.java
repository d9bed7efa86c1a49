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
            return difference(expected.lines(), Rules.simplify(actual).lines());
        } catch (RuntimeException e) {
            var trace = new ArrayList<String>();
            trace.add("  ! " + e);
            for (int i = 0; i < Math.min(6, e.getStackTrace().length); i++) trace.add("      " + e.getStackTrace()[i]);
            return trace;
        }
    }

    private static List<String> difference(List<String> expected, List<String> actual) {
        var lines = new ArrayList<String>();
        var rest = new ArrayList<>(actual);
        for (var line : expected) if (!rest.remove(line)) lines.add("  - " + line);
        for (var line : rest) lines.add("  + " + line);
        if (lines.isEmpty() && !expected.equals(actual)) lines.add("  ~ order: " + expected + " / " + actual);
        return lines;
    }
}
