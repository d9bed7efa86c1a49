package dev.cardea.json;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Checks JSON text before it is parsed: its depth, and that no object repeats a key. Parsers differ in which of the two
 * values they take (RFC 8259 §4). Text that is not JSON at all is left to the parser.
 */
final class JsonShape {
    private final String text;
    private final int maxDepth;
    /** The keys of each open object so far; empty for an array. */
    private final Deque<Optional<Set<String>>> open = new ArrayDeque<>();

    private boolean atKey;

    private JsonShape(String text, int maxDepth) {
        this.text = text;
        this.maxDepth = maxDepth;
    }

    static void check(String text, int maxDepth) {
        new JsonShape(text, maxDepth).check();
    }

    private void check() {
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '{' -> open(Optional.of(new HashSet<>()));
                case '[' -> open(Optional.empty());
                case '}', ']' -> open.poll();
                case ',' -> atKey = true;
                case '"' -> i = quoted(i);
                default -> {}
            }
        }
    }

    private void open(Optional<Set<String>> keys) {
        open.push(keys);
        if (open.size() > maxDepth) throw new JsonException("nested deeper than " + maxDepth);
        atKey = true;
    }

    /** Returns where the text in quotes ends. */
    private int quoted(int start) {
        int end = start + 1;
        while (end < text.length() && text.charAt(end) != '"') end += text.charAt(end) == '\\' ? 2 : 1;
        var keys = open.peek();
        if (atKey && keys != null && keys.isPresent() && end < text.length()) {
            if (!keys.get().add(plain(text.substring(start + 1, end)))) throw new JsonException("a key occurs twice");
            atKey = false;
        }
        return end;
    }

    /** Returns the key without escapes, so that two spellings of one key are recognised. */
    private static String plain(String key) {
        if (key.indexOf('\\') < 0) return key;
        var plain = new StringBuilder(key.length());
        for (int i = 0; i < key.length(); i++) {
            char c = key.charAt(i);
            if (c != '\\' || i + 1 == key.length()) {
                plain.append(c);
            } else if (key.charAt(++i) == 'u' && i + 4 < key.length() && isHex(key.substring(i + 1, i + 5))) {
                plain.append((char) Integer.parseInt(key.substring(i + 1, i + 5), 16));
                i += 4;
            } else {
                plain.append(single(key.charAt(i)));
            }
        }
        return plain.toString();
    }

    private static boolean isHex(String digits) {
        return digits.chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    private static char single(char escape) {
        return switch (escape) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            default -> escape;
        };
    }
}
