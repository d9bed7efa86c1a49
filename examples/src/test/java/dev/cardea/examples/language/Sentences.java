package dev.cardea.examples.language;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Counts the words of sentences in Markdown and Javadoc. */
final class Sentences {
    static final int MAX_WORDS = 35;

    /** Where a sentence ends: punctuation, an empty line, a list item, a heading, a table cell, a tag, masked code. */
    private static final Pattern END =
            Pattern.compile("[.?!][)\"'*_]*(?=\\s|\\z)(?<!e\\.g\\.|i\\.e\\.|cf\\.|etc\\.|vs\\.)"
                    + "|\\n\\s*\\n|\\n\\s*(?:[-*+]|\\d+[.)]|#+|>) |\\||\\n\\s*@\\w+|</?(?:p|li|ul|ol|table|tr|td|th|h\\d|dl|dt|dd)>"
                    + "|\\n#+ [^\\n]*");

    /** A word holds a letter or digit; a piece of masked code counts as one, and so does a list of them. */
    private static final Pattern WORD = Pattern.compile("\\x01[^\\s|]*(?:\\s+\\x01[^\\s|]*)*|[\\p{L}\\p{N}][^\\s|]*");

    private Sentences() {}

    /** Where the sentences with more words than allowed begin. */
    static List<Integer> tooLong(String prose) {
        var found = new ArrayList<Integer>();
        for (int start = 0; start < prose.length(); ) {
            int gap = prose.indexOf(SourceText.GAP, start);
            int end = gap < 0 ? prose.length() : gap;
            if (mayBeTooLong(start, end)) sentences(prose, start, end, found);
            start = end + 1;
        }
        return found;
    }

    private static void sentences(String prose, int from, int to, List<Integer> found) {
        var end = END.matcher(prose).region(from, to).useTransparentBounds(true);
        for (int start = from; start < to; ) {
            boolean last = !end.find();
            check(prose, start, last ? to : end.start(), found);
            start = last ? to : end.end();
        }
    }

    private static boolean mayBeTooLong(int start, int end) {
        return end - start > 2 * MAX_WORDS;
    }

    private static void check(String prose, int start, int end, List<Integer> found) {
        if (!mayBeTooLong(start, end)) return;
        var words = WORD.matcher(prose).region(start, end);
        int count = 0;
        int first = start;
        while (words.find()) if (count++ == 0) first = words.start();
        if (count > MAX_WORDS) found.add(first);
    }
}
