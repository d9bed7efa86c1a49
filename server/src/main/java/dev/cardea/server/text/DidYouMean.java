package dev.cardea.server.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Suggests the known words that are nearest to a misspelled one. */
public final class DidYouMean {
    private DidYouMean() {}

    /** Returns up to {@code count} known words, the nearest first. */
    public static List<String> to(String word, Collection<String> known, int count) {
        var lower = word.toLowerCase(Locale.ROOT);
        return known.stream()
                .sorted(Comparator.comparingInt((String k) -> distance(lower, k.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .limit(count)
                .toList();
    }

    /** {@code did you mean "x"?}; empty where nothing is known. */
    public static String hint(String word, Collection<String> known) {
        var nearest = to(word, known, 1);
        return nearest.isEmpty() ? "" : "did you mean \"" + nearest.get(0) + "\"?";
    }

    /** How many letters have to be put in, left out or changed; the beginning of a word is very near to it. */
    private static int distance(String a, String b) {
        if (a.length() > 2 && b.startsWith(a)) return 1;
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) row[j] = j;
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
