package dev.cardea.adapter.jdbc;

/** Which texts can be in a database at all: none has halves of characters, and most have no NUL. */
final class Text {
    private Text() {}

    static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isLowSurrogate(c)) return false;
            if (Character.isHighSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isLowSurrogate(text.charAt(i + 1))) return false;
                i++;
            }
        }
        return true;
    }

    /** With a mark in the place of what cannot be stored. */
    static String storable(String text) {
        if (isStorable(text)) return text;
        var mended = new StringBuilder();
        text.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? 0xFFFD : c)
                .forEach(mended::appendCodePoint);
        return mended.toString();
    }
}
