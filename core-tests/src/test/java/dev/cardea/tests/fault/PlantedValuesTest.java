package dev.cardea.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.recorder.Trace;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets and personal values of all sign-ins are in no trace, no explanation, no log and no meter. */
@Isolated("listens to the logger of all classes")
class PlantedValuesTest {
    private static final Set<String> KINDS = new TreeSet<>();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PlantedValues planted = new PlantedValues(CardeaMeters.of(registry));
    private final Log log = new Log();
    private final Logger logger = Logger.getLogger("dev.cardea");

    static List<FaultCase> cases() {
        return FaultCases.ALL;
    }

    @BeforeEach
    void listen() {
        logger.setLevel(Level.ALL);
        logger.addHandler(log);
        logger.setUseParentHandlers(false);
    }

    @AfterEach
    void stop() {
        logger.removeHandler(log);
        logger.setUseParentHandlers(true);
        KINDS.addAll(planted.kinds());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void no_failure_leaves_one(FaultCase fault) throws Exception {
        var trace = fault.play().run(planted);
        assertThat(planted.foundIn(written(List.of(trace)))).isEmpty();
    }

    @Test
    void no_success_leaves_one() {
        var site = FaultSite.open(planted);
        site.begin();
        site.browser.clearCookies();
        site.requestLink("email", "adelheid.q@post.example");
        site.browser.open(site.inbox.links().get(0));
        site.browser.open(FaultSite.APP + "/auth/session");
        assertThat(site.successes()).hasSize(2);
        assertThat(planted.foundIn(written(site.successes()))).isEmpty();
    }

    @Test
    void a_value_that_is_left_is_found() {
        assertThat(planted.foundIn("x " + FaultSite.SECRET + " y")).hasSize(1);
        assertThat(planted.foundIn("<" + FaultSite.ADA.sub().toUpperCase() + ">"))
                .hasSize(1);
    }

    @AfterAll
    static void there_were_forty_kinds() {
        assertThat(KINDS).hasSizeGreaterThanOrEqualTo(40);
    }

    private String written(List<Trace> traces) {
        var text = new StringBuilder();
        for (var trace : traces)
            text.append(trace)
                    .append('\n')
                    .append(trace.explain())
                    .append(trace.causes())
                    .append(trace.toJson());
        registry.getMeters().forEach(meter -> text.append('\n').append(meter.getId()));
        log.lines.forEach(line -> text.append('\n').append(line));
        return text.toString();
    }

    /** What the default log writes, with the stack traces of causes. */
    private static final class Log extends Handler {
        private final List<String> lines = new ArrayList<>();

        @Override
        public synchronized void publish(LogRecord entry) {
            lines.add(new SimpleFormatter().format(entry));
        }

        @Override
        public void flush() {
            // It is in memory.
        }

        @Override
        public void close() {
            // It is in memory.
        }
    }
}
