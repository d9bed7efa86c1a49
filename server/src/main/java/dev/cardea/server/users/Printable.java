package dev.cardea.server.users;

import dev.cardea.json.Claims;
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

    /** Returns the fields as JSON with control and invisible characters escaped, which occur in its texts alone. */
    public static String json(Claims fields) {
        var text = fields.toJson();
        var line = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isVisible(point)) line.appendCodePoint(point);
            else
                for (char unit : Character.toChars(point))
                    line.append(String.format(Locale.ROOT, "\\u%04x", (int) unit));
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
