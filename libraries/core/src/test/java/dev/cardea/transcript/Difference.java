package dev.cardea.transcript;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What is not the same in two lists of lines: {@code -} only in the first, {@code +} only in the second, in order. */
final class Difference {
    private Difference() {}

    static List<String> of(List<String> expected, List<String> actual) {
        var common = commonLengths(expected, actual);
        Deque<String> lines = new ArrayDeque<>();
        int i = expected.size();
        int j = actual.size();
        while (i > 0 || j > 0) {
            if (i > 0 && j > 0 && expected.get(i - 1).equals(actual.get(j - 1))) {
                i--;
                j--;
            } else if (j > 0 && (i == 0 || common[i][j - 1] >= common[i - 1][j])) {
                lines.push("+ " + actual.get(--j));
            } else {
                lines.push("- " + expected.get(--i));
            }
        }
        return List.copyOf(lines);
    }

    private static int[][] commonLengths(List<String> expected, List<String> actual) {
        var common = new int[expected.size() + 1][actual.size() + 1];
        for (int i = 1; i <= expected.size(); i++) {
            for (int j = 1; j <= actual.size(); j++) {
                common[i][j] = expected.get(i - 1).equals(actual.get(j - 1))
                        ? common[i - 1][j - 1] + 1
                        : Math.max(common[i - 1][j], common[i][j - 1]);
            }
        }
        return common;
    }
}
