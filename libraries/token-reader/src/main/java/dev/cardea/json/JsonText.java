package dev.cardea.json;

/** A JSON string as {@code JSON.stringify} writes it: lone surrogates are escaped, the rest of Unicode is not. */
final class JsonText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private JsonText() {}

    static void append(StringBuilder out, String text) {
        out.append('"');
        if (isPlain(text)) out.append(text);
        else appendEscaped(out, text);
        out.append('"');
    }

    /** Most texts are, and are copied as a whole. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c == '"' || c == '\\' || Character.isSurrogate(c)) return false;
        }
        return true;
    }

    private static void appendEscaped(StringBuilder out, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (c < 0x20 || isLoneSurrogate(text, i)) appendEscape(out, c);
                    else out.append(c);
                }
            }
        }
    }

    private static boolean isLoneSurrogate(String text, int i) {
        char c = text.charAt(i);
        if (Character.isHighSurrogate(c))
            return i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1));
        return Character.isLowSurrogate(c) && (i == 0 || !Character.isHighSurrogate(text.charAt(i - 1)));
    }

    private static void appendEscape(StringBuilder out, char c) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) out.append(HEX[(c >> shift) & 0xf]);
    }
}
