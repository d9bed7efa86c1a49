package dev.cardea.server.log;

import dev.cardea.error.AuthException;
import dev.cardea.hook.AuthLogger;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The library's log with the type and the reference of each error as fields. */
public final class ErrorLog implements AuthLogger {
    private static final ThreadLocal<@Nullable AuthException> CURRENT = new ThreadLocal<>();

    private final AuthLogger lines;
    private final Consumer<String> warnings;

    /**
     * @param debug whether debug lines are logged
     * @param warnings receives the code of each warning, too
     */
    public ErrorLog(boolean debug, Consumer<String> warnings) {
        this.warnings = warnings;
        lines = debug ? AuthLogger.debugging() : AuthLogger.DEFAULT;
    }

    /** The error that this thread logs. */
    static @Nullable AuthException current() {
        return CURRENT.get();
    }

    @Override
    public void error(AuthException error) {
        CURRENT.set(error);
        try {
            lines.error(error);
        } finally {
            CURRENT.remove();
        }
    }

    @Override
    public void warn(String code) {
        warnings.accept(code);
        lines.warn(code);
    }

    @Override
    public void debug(String message, Map<String, String> metadata) {
        lines.debug(message, metadata);
    }
}
