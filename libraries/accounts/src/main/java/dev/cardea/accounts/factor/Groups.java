package dev.cardea.accounts.factor;

/** Long texts in groups, which people compare and type. */
final class Groups {
    private Groups() {}

    static String of(String text, int length, String separator) {
        var out = new StringBuilder(text);
        int last = (text.length() - 1) / length * length;
        for (int i = last; i > 0; i -= length) out.insert(i, separator);
        return out.toString();
    }
}
