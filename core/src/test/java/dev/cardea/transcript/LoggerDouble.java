package dev.cardea.transcript;

import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;

/** Notes what is logged. */
record LoggerDouble(Tape tape) implements AuthLogger {
    @Override
    public void error(AuthException error) {
        tape.note("logger.error " + error.type().code());
    }

    @Override
    public void warn(String code) {
        tape.note("logger.warn " + code);
    }
}
