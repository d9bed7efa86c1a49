package dev.cardea.accounts;

import java.util.List;

/** Texts that only follow the alphabet, the digits or the rows of a keyboard, such as {@code qwertyuiop123456}. */
final class KeyRuns {
    private static final int SHORTEST = 3;

    /** Each row follows itself: {@code 890123} is a run. Rows of QWERTY, QWERTZ and AZERTY. */
    private static final List<String> ROWS = List.of(
            "abcdefghijklmnopqrstuvwxyz",
            "0123456789",
            "qwertyuiop",
            "asdfghjkl",
            "zxcvbnm",
            "qwertzuiop",
            "yxcvbnm",
            "azertyuiop",
            "qsdfghjklm",
            "wxcvbn");

    private KeyRuns() {}

    /** Returns whether the text consists of runs alone, each of at least three keys, forwards or backwards. */
    static boolean cover(String text) {
        int at = 0;
        while (at < text.length()) {
            int length = longestAt(text, at);
            if (length < SHORTEST) return false;
            at += length;
        }
        return true;
    }

    private static int longestAt(String text, int at) {
        int longest = 0;
        for (var row : ROWS) {
            longest = Math.max(longest, Math.max(length(text, at, row, 1), length(text, at, row, row.length() - 1)));
        }
        return longest;
    }

    private static int length(String text, int at, String row, int step) {
        int place = row.indexOf(text.charAt(at));
        if (place < 0) return 0;
        int end = at + 1;
        while (end < text.length() && text.charAt(end) == row.charAt((place + step) % row.length())) {
            place = (place + step) % row.length();
            end++;
        }
        return end - at;
    }
}
