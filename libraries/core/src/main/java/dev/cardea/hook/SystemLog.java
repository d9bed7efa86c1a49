package dev.cardea.hook;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The default log: one line for each error, with its id, followed by the stack trace of the cause. Structured logs have
 * the id and the type as fields, too.
 */
final class SystemLog {
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}");
    private static final System.Logger LOG = System.getLogger("dev.cardea");

    private SystemLog() {}

    static void error(AuthException error) {
        String provider = error.provider() == null ? "" : " provider=" + line(error.provider());
        boolean rejected = isRejection(error);
        var level = rejected ? System.Logger.Level.WARNING : System.Logger.Level.ERROR;
        String text = (rejected ? "[auth][warn] " : "[auth][error] ")
                + error.type().code() + ": " + line(String.valueOf(error.getMessage())) + " [hint] "
                + error.type().hint() + "; see docs/errors.md#"
                + error.type().code().toLowerCase(Locale.ROOT) + provider + " id=" + error.errorId();
        var fields =
                Map.of("error_id", error.errorId(), "error_type", error.type().code());
        LogContext.during(fields, () -> {
            if (error.getCause() == null) LOG.log(level, text);
            else LOG.log(level, text, error.getCause());
        });
    }

    /** A visitor's mistake is not an error of the site. A {@code signIn} callback that throws is one. */
    private static boolean isRejection(AuthException error) {
        boolean hasFailed = error.type() == ErrorType.ACCESS_DENIED && error.getCause() != null;
        return error.type().isRejection() && !hasFailed;
    }

    static void warn(String code) {
        LOG.log(System.Logger.Level.WARNING, "[auth][warn][" + line(code) + "] see docs/configuration.md#warnings");
    }

    static void debug(String message, Map<String, String> metadata) {
        LOG.log(
                System.Logger.Level.INFO,
                "[auth][debug]: " + line(message) + (metadata.isEmpty() ? "" : " " + metadata));
    }

    /** Returns a single line, whatever a visitor sent. */
    private static String line(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
