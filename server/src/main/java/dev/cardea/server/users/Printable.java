package dev.cardea.server.users;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text of users on a terminal. Users choose their names, which may contain commands for a terminal. */
public final class Printable {
    private Printable() {}

    /** Returns the text with control and invisible characters escaped. */
    public static String of(@Nullable Object value) {
        var text = String.valueOf(value);
        var line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isVisible(point)) line.appendCodePoint(point);
            else line.append(String.format(Locale.ROOT, "\\u%04x", point));
        });
        return line.toString();
    }

    private static boolean isVisible(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
