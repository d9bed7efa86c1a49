package dev.cardea.transcript;

import java.util.LinkedHashMap;
import java.util.Map;

/** Prints every case that differs, in the form of the list of differences, and how often each rule applies. */
public final class Survey {
    private Survey() {}

    /** @param args a part of the names to look at, or nothing for all */
    public static void main(String[] args) {
        Map<Rule, Integer> applied = new LinkedHashMap<>();
        Rules.ALL.forEach(rule -> applied.put(rule, 0));
        int all = 0;
        int different = 0;
        for (var transcript : Transcript.all()) {
            if (args.length > 0 && !transcript.name().contains(args[0])) continue;
            all++;
            var comparison = Comparison.of(transcript);
            comparison.applied().forEach(rule -> applied.merge(rule, 1, Integer::sum));
            if (comparison.difference().isEmpty()) continue;
            different++;
            System.out.println("# " + transcript.name());
            System.out.println(String.join("\n", comparison.difference()) + "\n");
        }
        applied.forEach((rule, cases) -> System.out.println(cases + " " + rule.sentence()));
        System.out.println(all + " cases, " + different + " of them different");
    }
}
