package dev.cardea.server.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Suggests the known words that are nearest to a misspelled one. */
public final class DidYouMean {
    private static final int SHOWN = 12;

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

    /** {@code did you mean "x"?}; where no word is near, some of those that there are. */
    public static String hint(String word, Collection<String> known) {
        return near(word, known)
                .map(nearest -> "did you mean \"" + nearest + "\"?")
                .orElseGet(() -> "known: " + some(known));
    }

    /** Returns the nearest word, if it is so near that the other may be a misspelling of it. */
    public static Optional<String> near(String word, Collection<String> known) {
        int most = Math.max(2, word.length() / 3);
        return to(word, known, 1).stream()
                .filter(it -> distance(word.toLowerCase(Locale.ROOT), it.toLowerCase(Locale.ROOT)) <= most)
                .findFirst();
    }

    private static String some(Collection<String> known) {
        var shown = known.stream().sorted().limit(SHOWN).collect(Collectors.joining(", "));
        return known.size() > SHOWN ? shown + " and " + (known.size() - SHOWN) + " more" : shown;
    }

    /** How many letters have to be put in, left out, changed or swapped; the beginning of a word is very near to it. */
    private static int distance(String a, String b) {
        if (a.length() > 2 && b.startsWith(a)) return 1;
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) rows[i][0] = i;
        for (int j = 0; j <= b.length(); j++) rows[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int changed = rows[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                rows[i][j] = Math.min(changed, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
                boolean isSwapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (isSwapped) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
            }
        }
        return rows[a.length()][b.length()];
    }
}
