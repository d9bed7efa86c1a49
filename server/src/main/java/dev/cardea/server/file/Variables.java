package dev.cardea.server.file;

import dev.cardea.config.Env;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Puts the environment into texts: <code>${NAME}</code>, <code>${NAME:-default}</code>, <code>$${</code> for itself. */
final class Variables {
    private static final Pattern VARIABLE = Pattern.compile("(\\$?)\\$\\{([^}]*)}");
    private static final Pattern BODY = Pattern.compile("([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?", Pattern.DOTALL);

    private final Env env;
    private final Findings findings;
    private final boolean required;

    /** @param required whether a variable that is not set is an error */
    Variables(Env env, Findings findings, boolean required) {
        this.env = env;
        this.findings = findings;
        this.required = required;
    }

    /** Returns whether the text names a variable that is not set, and may be left out. */
    boolean isLeftOut(String text) {
        return !required
                && VARIABLE.matcher(text)
                        .results()
                        .filter(match -> match.group(1).isEmpty())
                        .map(match -> BODY.matcher(match.group(2)))
                        .anyMatch(body -> body.matches() && body.group(2) == null && env.raw(body.group(1)) == null);
    }

    static boolean holds(String text) {
        return VARIABLE.matcher(text).find();
    }

    /** {@code null} where a variable is missing, with the reason among the findings. */
    @Nullable String fill(int line, String text) {
        boolean[] broken = new boolean[1];
        var filled = VARIABLE.matcher(text).replaceAll(match -> {
            var value = value(line, match);
            if (value == null) broken[0] = true;
            return value == null ? "" : Matcher.quoteReplacement(value);
        });
        return broken[0] ? null : filled;
    }

    private @Nullable String value(int line, MatchResult match) {
        if (!match.group(1).isEmpty()) return match.group().substring(1);
        var body = BODY.matcher(match.group(2));
        if (!body.matches()) {
            findings.add(line, "\"" + match.group() + "\" isn't a variable; write ${NAME} or ${NAME:-default}");
            return null;
        }
        var value = env.raw(body.group(1));
        var fallback = body.group(2);
        if (fallback != null) return value == null || value.isEmpty() ? fallback : value;
        if (value != null) return value;
        findings.add(
                line,
                "the variable " + body.group(1) + " isn't set; set it, or write ${" + body.group(1) + ":-default}");
        return null;
    }
}
