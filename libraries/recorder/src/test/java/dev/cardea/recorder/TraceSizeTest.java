package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Digest;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import dev.cardea.observe.StoreReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** No trace is larger than 16 KB, whatever a visitor or a provider sends. */
class TraceSizeTest {
    private static final Instant START = Instant.parse("2026-05-04T09:00:00.123456789Z");
    private static final String REFERENCE = "9f2c41d07ab3e655";
    private static final ProviderId LONG = ProviderId.recorded("p".repeat(256), ProviderType.OIDC);
    private static final HostName HOST = HostName.of("h".repeat(253) + ":65535");

    @TempDir
    Path directory;

    /** The largest step of each kind that a visitor or a provider can make larger. */
    static Stream<Step> largest() {
        return Stream.of(
                new Step.RequestStart(Step.Action.CALLBACK, Step.Method.GET, LONG, HOST, true, HOST, true),
                new Step.OriginDecision(HOST, true, true, true),
                new Step.Return(LONG, EnumSet.allOf(Step.Parameter.class), Step.OAuthError.REDIRECT_URI_MISMATCH),
                new Step.Redirect(Step.Redirect.Purpose.PROVIDER, HOST, EnumSet.allOf(Step.Parameter.class)),
                new Step.StoreCall(
                        StoreKind.named("\u5e93".repeat(100)),
                        StoreOperation.IN_UNIT,
                        Step.StoreCall.Result.TIMEOUT,
                        StoreReason.UNREACHABLE,
                        Duration.ofDays(9)),
                call());
    }

    /** An answer with every name that is kept. */
    private static Step call() {
        var answer = Claims.NONE;
        for (var name : names()) answer = answer.with(name.toString(), "");
        for (int i = 0; i < 1_000; i++) answer = answer.with("other-" + i, List.of(List.of(List.of("deep"))));
        return new Step.ProviderCall(
                LONG,
                Step.Endpoint.DISCOVERY,
                HOST,
                Step.ProviderCall.Result.OK,
                200,
                Duration.ofDays(9),
                Step.OAuthError.ACCOUNT_SELECTION_REQUIRED,
                Shape.of(answer));
    }

    private static Set<?> names() {
        try {
            var names = Shape.class.getDeclaredField("NAMES");
            names.setAccessible(true);
            return (Set<?>) names.get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @MethodSource("largest")
    void the_largest_trace_takes_less_than_16_kilobytes(Step step) throws Exception {
        var recorder = new Recorder();
        var options = RecorderOptions.DEFAULT.folder(directory.resolve("traces"));
        var source = new Trace.Source("1".repeat(32), new Digest(Integer.MIN_VALUE));
        var observer = recorder.writing(options, source, warning -> {});
        var start = new Step.RequestStart(Step.Action.CALLBACK, Step.Method.GET, LONG, HOST, true, HOST, true);
        observer.observe(at(null), start);
        for (int i = 0; i < 100; i++) observer.observe(at(null), step);
        observer.observe(at(REFERENCE), new Step.ErrorReport(ErrorType.CALLBACK_ROUTE_ERROR, LONG));
        for (int i = 0; i < 10; i++) observer.observe(at(REFERENCE), step);
        observer.observe(
                at(REFERENCE),
                new Step.RequestEnd(
                        Step.Action.CALLBACK,
                        Step.Method.GET,
                        Step.RequestEnd.Outcome.ERROR,
                        302,
                        Duration.ofDays(9),
                        ErrorType.CALLBACK_ROUTE_ERROR));
        recorder.flush(Duration.ofSeconds(20));
        var trace = recorder.find(REFERENCE).orElseThrow();
        assertThat(TraceJson.print(trace).getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(16 << 10);
        assertThat(written()).isPositive().isLessThanOrEqualTo(16 << 10);
        assertThat(trace.error()).contains(ErrorType.CALLBACK_ROUTE_ERROR);
        assertThat(trace.entries()).first().extracting(Trace.Entry::step).isEqualTo(start);
        assertThat(trace.entries()).last().extracting(Trace.Entry::step).isInstanceOf(Step.RequestEnd.class);
        assertThat(trace.entries().size() + trace.dropped()).isEqualTo(113);
        assertThat(Explanation.of(trace).text()).contains("(" + trace.dropped() + " steps in the middle are not kept)");
        assertThat(TraceJson.parse(TraceJson.print(trace))).isEqualTo(trace);
    }

    @Test
    void a_shape_has_the_names_of_a_closed_list_and_one_level() throws Exception {
        var entry = new Trace.Entry(START, new Id(-1), REFERENCE, call());
        assertThat(TraceJson.bytes(entry)).isLessThan(5_000);
        assertThat(TraceJson.print(new Trace(null, List.of(entry), 0, false))).doesNotContain("deep", "other-");
    }

    private long written() throws Exception {
        try (var files = Files.list(directory.resolve("traces"))) {
            return Files.size(files.findFirst().orElseThrow());
        }
    }

    private static StepContext at(String reference) {
        return new StepContext(START, new Id(-1), null, null, reference);
    }
}
