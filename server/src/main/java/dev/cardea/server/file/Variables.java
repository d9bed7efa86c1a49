package dev.cardea.server.file;

import dev.cardea.Env;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the environment into texts: <code>${NAME}</code>, <code>${NAME:-default}</code>, <code>$${</code> for itself. */
final class Variables {
    private static final Pattern VARIABLE = Pattern.compile("(\\$?)\\$\\{([^}]*)}");
    private static final Pattern BODY = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    private final Env env;
    private final Findings findings;

    Variables(Env env, Findings findings) {
        this.env = env;
        this.findings = findings;
    }

    static boolean holds(String text) {
        return VARIABLE.matcher(text).find();
    }

    String fill(int line, String text) {
        return VARIABLE.matcher(text).replaceAll(match -> Matcher.quoteReplacement(value(line, match)));
    }

    private String value(int line, java.util.regex.MatchResult match) {
        if (!match.group(1).isEmpty()) return match.group().substring(1);
        var body = BODY.matcher(match.group(2));
        if (!body.matches()) {
            findings.add(line, "\"" + match.group() + "\" is no variable; write ${NAME} or ${NAME:-default}");
            return "";
        }
        var value = env.raw(body.group(1));
        var fallback = body.group(2);
        if (fallback != null) return value == null || value.isEmpty() ? fallback : value;
        if (value != null) return value;
        findings.add(
                line,
                "the variable " + body.group(1) + " is not set; set it, or write ${" + body.group(1) + ":-default}");
        return "";
    }
}
