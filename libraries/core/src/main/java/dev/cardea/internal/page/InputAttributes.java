package dev.cardea.internal.page;

import gg.jte.html.escape.Escape;
import gg.jte.output.StringOutput;
import java.util.Map;
import java.util.regex.Pattern;

/** Attributes of an input with names from the configuration: names are validated, values escaped. */
public final class InputAttributes {
    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9-]*");

    private InputAttributes() {}

    public static String of(Map<String, String> attributes) {
        var out = new StringOutput();
        attributes.forEach((name, value) -> {
            boolean handler = name.regionMatches(true, 0, "on", 0, 2) || name.equalsIgnoreCase("style");
            if (!NAME.matcher(name).matches() || handler) return;
            out.writeContent(" " + name);
            if (value.isEmpty()) return;
            out.writeContent("=\"");
            Escape.htmlAttribute(value, out);
            out.writeContent("\"");
        });
        return out.toString();
    }
}
