package dev.cardea.hook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** The fields of error lines in structured logs. */
class LogContextTest {
    private static final Logger LOG = Logger.getLogger("dev.cardea");

    private final Thread thread = Thread.currentThread();
    private final List<Map<String, String>> fields = new ArrayList<>();
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord line) {
            // Other tests log meanwhile.
            if (Thread.currentThread() != thread) return;
            var now = MDC.getCopyOfContextMap();
            fields.add(now == null ? Map.of() : new TreeMap<>(now));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        MDC.clear();
        LOG.addHandler(handler);
    }

    @AfterEach
    void leave() {
        LOG.removeHandler(handler);
        MDC.clear();
    }

    @Test
    void an_error_line_has_its_reference_and_type_as_fields_and_the_next_line_has_none() {
        var error = new AuthException(ErrorType.CALLBACK_ROUTE_ERROR, "the provider failed");
        AuthLogger.DEFAULT.error(error);
        AuthLogger.DEFAULT.warn("trust-host-any");
        assertThat(fields)
                .containsExactly(Map.of("error_id", error.errorId(), "error_type", "CallbackRouteError"), Map.of());
        assertThat(MDC.get("error_id")).isNull();
    }

    @Test
    void fields_of_the_application_stay() {
        MDC.put("error_id", "the application's");
        MDC.put("tenant", "acme");
        var error = new AuthException(ErrorType.AUTH_ERROR, "unexpected");
        AuthLogger.DEFAULT.error(error);
        assertThat(fields.get(0)).containsEntry("error_id", error.errorId()).containsEntry("tenant", "acme");
        assertThat(MDC.getCopyOfContextMap())
                .containsOnly(Map.entry("error_id", "the application's"), Map.entry("tenant", "acme"));
    }
}
