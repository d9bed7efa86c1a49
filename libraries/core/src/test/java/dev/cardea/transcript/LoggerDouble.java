package dev.cardea.transcript;

import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import java.util.Map;

/** Notes what is logged: type and kind of an error, the code of a warning. */
record LoggerDouble(RecordedCalls tape) implements AuthLogger {
    /** What the reference logs of exceptions that are not its own. */
    static final String UNTYPED = "logger.error Error";

    @Override
    public void error(AuthException error) {
        tape.note("logger.error " + error.type().code() + " "
                + error.type().page().kind());
    }

    @Override
    public void warn(String code) {
        tape.note("logger.warn " + code);
    }

    static String line(Map<?, ?> recorded) {
        if (!recorded.containsKey("type")) return UNTYPED;
        return "logger.error " + recorded.get("type") + " " + recorded.get("kind");
    }
}
