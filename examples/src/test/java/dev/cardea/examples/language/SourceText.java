package dev.cardea.examples.language;

import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The text that users read in a source file, at its place.
 *
 * <p>All other characters are masked, so offsets and lines are those of the file and no phrase matches across code.
 *
 * @param words everything that is checked for phrases, in lower case: Javadoc, string literals, prose
 * @param prose the part whose sentences are counted: Javadoc, or the paragraphs of a guide
 */
record SourceText(String words, String prose) {
    SourceText {
        words = words.toLowerCase(Locale.ROOT);
    }

    /** Replaces code within a sentence: neither a letter nor a space, so it ends a phrase. */
    static final char MASK = '\u0001';

    /** Replaces code around Javadoc and literals: ends a sentence too. */
    static final char GAP = '\u0002';

    private static final Pattern FENCES = Pattern.compile("(?ms)^ *(`{3,}|~{3,}).*?^ *\\1|<!--.*?-->");
    private static final Pattern CODE_IN_MARKDOWN =
            Pattern.compile("(?s)(`+)(?!`).*?(?<!`)\\1(?!`)|(?<=\\]\\()[^)\\s]*");
    private static final Pattern CODE_IN_JAVADOC =
            Pattern.compile("(?s)\\{@(?:code|literal|value)\\b[^}]*}|<pre>.*?</pre>"
                    + "|(?<=\\{@link )[\\w.#]+(?:\\([^)]*\\))?|(?<=@param )\\w+|`[^`\n]*`");
    private static final Pattern LEADER = Pattern.compile("(?m)^\\s*\\*+(?=[ \n/])|/\\*+|\\*+/");

    static SourceText of(String file, String text) {
        if (file.endsWith(".md")) return markdown(text);
        if (file.endsWith(".properties")) return new SourceText(text, "");
        return code(text);
    }

    private static SourceText markdown(String text) {
        var prose = mask(mask(text, FENCES, GAP), CODE_IN_MARKDOWN, MASK);
        return new SourceText(prose, prose);
    }

    private static SourceText code(String text) {
        var words = blank(text);
        var prose = blank(text);
        for (int at = 0; at < text.length(); ) {
            int end = at + 1;
            if (text.startsWith("/*", at)) {
                end = after(text, "*/", at + 2);
                if (text.startsWith("/**", at)) {
                    copy(comment(text, at, end), at, words);
                    copy(comment(text, at, end), at, prose);
                }
            } else if (text.startsWith("//", at)) {
                end = until(text, '\n', at);
            } else if (text.startsWith("\"\"\"", at)) {
                end = after(text, "\"\"\"", at + 3);
                copy(text.substring(at + 3, Math.max(at + 3, end - 3)), at + 3, words);
            } else if (text.charAt(at) == '"' || text.charAt(at) == '\'' || text.charAt(at) == '`') {
                end = literal(text, at);
                copy(text.substring(at + 1, Math.max(at + 1, end - 1)), at + 1, words);
            }
            at = end;
        }
        return new SourceText(new String(words), new String(prose));
    }

    /** The end of a literal in single, double or back quotes; only the last kind may hold line breaks. */
    private static int literal(String text, int start) {
        var quote = text.charAt(start);
        for (int i = start + 1; i < text.length(); i++) {
            var c = text.charAt(i);
            if (c == '\\') i++;
            else if (c == quote) return i + 1;
            else if (c == '\n' && quote != '`') return start + 1;
        }
        return start + 1;
    }

    private static String comment(String text, int start, int end) {
        return mask(
                LEADER.matcher(text.substring(start, end))
                        .replaceAll(leader -> " ".repeat(leader.group().length())),
                CODE_IN_JAVADOC,
                MASK);
    }

    private static String mask(String text, Pattern code, char mask) {
        var masked = new StringBuilder(text);
        code.matcher(text).results().forEach(found -> {
            for (int i = found.start(); i < found.end(); i++) if (text.charAt(i) != '\n') masked.setCharAt(i, mask);
        });
        return masked.toString();
    }

    /** Code as gaps; spaces and line breaks stay. */
    private static char[] blank(String text) {
        var blank = new char[text.length()];
        Arrays.fill(blank, GAP);
        for (int i = 0; i < blank.length; i++) if (Character.isWhitespace(text.charAt(i))) blank[i] = text.charAt(i);
        return blank;
    }

    private static void copy(String part, int at, char[] target) {
        part.getChars(0, part.length(), target, at);
    }

    private static int after(String text, String end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found + end.length();
    }

    private static int until(String text, char end, int from) {
        int found = text.indexOf(end, from);
        return found < 0 ? text.length() : found;
    }
}
