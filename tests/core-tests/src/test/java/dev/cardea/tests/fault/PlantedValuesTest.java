package dev.cardea.tests.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.micrometer.CardeaMeters;
import dev.cardea.micrometer.tracing.CardeaSpans;
import dev.cardea.micrometer.tracing.EndedSpans;
import dev.cardea.micrometer.tracing.StepSpans;
import dev.cardea.model.User;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.provider.CredentialInput;
import dev.cardea.provider.CredentialsProvider;
import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceJson;
import dev.cardea.webauthn.PasskeyFaults;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Secrets and personal values of all sign-ins are in no trace, no explanation, no log, no meter and no span. */
@Isolated("listens to the logger of all classes")
@Tag("slow")
class PlantedValuesTest {
    private static final Set<String> KINDS = new TreeSet<>();

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final PlantedValues planted = new PlantedValues(this::observe);
    private final Observer meters = CardeaMeters.of(registry);
    private final List<String> spans = new CopyOnWriteArrayList<>();
    private final EndedSpans exported = new EndedSpans();
    private final Observer tracer = CardeaSpans.of(exported.tracer());
    private final Log log = new Log();
    private final Logger logger = Logger.getLogger("dev.cardea");

    /** What tracers make spans of, with the attributes. */
    private void observe(StepContext at, Step step) {
        meters.observe(at, step);
        tracer.observe(at, step);
        spans.add(at + " " + step.accept(StepSpans.OF_STEP));
    }

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
    void no_success_with_a_password_leaves_one() {
        var site = FaultSite.with(it -> it.provider(CredentialsProvider.of(
                                (given, request) -> Optional.of(User.of("user-77c1e0", given.text("username"), null)))
                        .field("username", CredentialInput.text("User"))
                        .field("password", CredentialInput.password("Password"))))
                .open(planted);
        site.post("/auth/callback/credentials", Map.of("username", "quasti1971", "password", "Kastanie-4711-x9"));
        assertThat(planted.kinds()).contains("parameter password", "parameter username");
        assertThat(site.successes()).hasSize(1);
        assertThat(planted.foundIn(written(site.successes()))).isEmpty();
    }

    @Test
    void no_success_with_a_passkey_leaves_one() {
        var successes = PasskeyFaults.success(planted);
        assertThat(successes).isNotEmpty();
        assertThat(planted.kinds()).contains("secret of a service");
        assertThat(planted.foundIn(written(successes))).isEmpty();
    }

    @Test
    void a_span_is_searched() {
        var step = new Step.ProviderCallStart(ProviderId.UNKNOWN, Step.Endpoint.TOKEN, null);
        observe(new StepContext(Instant.EPOCH, new Id(7), FaultSite.SECRET, null, null), step);
        assertThat(planted.foundIn(written(List.of()))).hasSize(1);
    }

    @Test
    void a_span_of_the_tracer_is_searched() {
        var site = FaultSite.open(planted);
        site.begin();
        assertThat(exported.all()).extracting(SpanData::getName).contains("GET callback", "sign-in end");
        planted.secret("GET callback");
        assertThat(planted.foundIn(exported.all().toString())).hasSize(1);
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
                    .append(Explanation.of(trace).text())
                    .append(Explanation.of(trace).causes())
                    .append(TraceJson.print(trace));
        registry.getMeters().forEach(meter -> text.append('\n').append(meter.getId()));
        exported.all().forEach(span -> text.append('\n').append(span));
        spans.forEach(span -> text.append('\n').append(span));
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
