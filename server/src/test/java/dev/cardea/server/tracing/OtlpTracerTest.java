package dev.cardea.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpServer;
import dev.cardea.config.Env;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Event;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.Observer;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import dev.cardea.server.log.LoggedLines;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans of requests, exported to a collector over HTTP. */
@ResourceLock(value = LoggedLines.SERVER, mode = ResourceAccessMode.READ)
class OtlpTracerTest {
    private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
    private static final TraceParent RECEIVED =
            new TraceParent("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7", true);
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final AtomicReference<RequestTrace> current = new AtomicReference<>();
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private final Handler log = new Handler() {
        @Override
        public void publish(LogRecord record) {
            warnings.add(record.getLoggerName() + " " + record.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };
    private final Logger server = LoggedLines.atInfo(LoggedLines.SERVER);
    private OtlpSink collector;

    @BeforeEach
    void start() throws IOException {
        collector = new OtlpSink();
        Logger.getLogger("").addHandler(log);
    }

    @AfterEach
    void stop() {
        Logger.getLogger("").removeHandler(log);
        collector.close();
    }

    private Tracer tracing(Map<String, String> variables) throws TracerException {
        var all = new HashMap<>(Map.of(ENDPOINT, collector.url()));
        all.putAll(variables);
        return Tracers.of(Env.of(all), "1.2.3");
    }

    /** One request with a store call and two hooks; returns what the application received. */
    private List<String> request(Tracer tracing, TraceParent received) {
        var trace = tracing.begin(received, true);
        current.set(trace);
        var observer = tracing.spans(current::get).orElseThrow();
        var id = new Id(System.nanoTime());
        add(observer, id, begun());
        add(observer, id, stored(Step.StoreCall.Result.OK));
        var told = new ArrayList<String>();
        told.add(trace.of("callbacks/jwt").toString());
        add(observer, id, new Step.HookCall(Callback.JWT, Step.HookResult.OK, Duration.ofMillis(2)));
        told.add(trace.of("events/signIn").toString());
        add(observer, id, end(null));
        trace.end(200);
        current.set(null);
        add(observer, id, new Step.HookEvent(Event.SIGN_IN, Step.HookResult.REJECTED, Duration.ofMillis(2)));
        add(observer, id, new Step.HookEvent(Event.SIGN_IN, Step.HookResult.OK, Duration.ofMillis(2)));
        return told;
    }

    private static void add(Observer observer, Id request, Step step) {
        observer.observe(new StepContext(Instant.now(), request, null, null, null), step);
    }

    private static Step begun() {
        return new Step.RequestStart(
                Step.Action.SESSION, Step.Method.GET, null, HostName.of("app.example"), true, null, null);
    }

    private static Step end(ErrorType error) {
        var outcome = error == null ? Step.RequestEnd.Outcome.OK : Step.RequestEnd.Outcome.ERROR;
        return new Step.RequestEnd(Step.Action.SESSION, Step.Method.GET, outcome, 200, Duration.ofMillis(5), error);
    }

    private static Step stored(Step.StoreCall.Result result) {
        return new Step.StoreCall(
                StoreKind.of(OtlpTracerTest.class), StoreOperation.GET_USER, result, Duration.ofMillis(3));
    }

    @Test
    void a_request_is_a_span_below_that_of_the_proxy_and_its_calls_are_below_it() throws Exception {
        var tracing = tracing(Map.of());
        request(tracing, RECEIVED);
        tracing.close(SOON);
        var request = collector.named("GET session").get(0);
        assertThat(request.traceId()).isEqualTo(RECEIVED.traceId());
        assertThat(request.parentId()).isEqualTo(RECEIVED.spanId());
        assertThat(request.kind()).isEqualTo(2);
        assertThat(request.status()).isZero();
        var call = collector.named("store getUser").get(0);
        assertThat(call.parentId()).isEqualTo(request.spanId());
        assertThat(call.kind()).isEqualTo(3);
        assertThat(call.end() - call.start()).isEqualTo(3_000_000);
        assertThat(call.attributes())
                .containsEntry("cardea.store", "otlptracertest")
                .containsEntry("cardea.operation", "getUser")
                .containsEntry("cardea.result", "ok");
    }

    @Test
    void the_application_gets_the_id_of_the_span_of_the_call_and_a_second_try_has_another() throws Exception {
        var tracing = tracing(Map.of());
        var told = request(tracing, RECEIVED);
        tracing.close(SOON);
        var callback = collector.named("hook callbacks/jwt").get(0);
        assertThat(told.get(0)).isEqualTo("00-" + RECEIVED.traceId() + "-" + callback.spanId() + "-01");
        var tries = collector.named("hook events/signIn");
        assertThat(tries).hasSize(2);
        assertThat(told.get(1)).contains(tries.get(0).spanId());
        assertThat(tries.get(0).status()).isEqualTo(2);
        assertThat(tries.get(0).attributes()).containsEntry("error.type", "rejected");
        assertThat(tries.get(1).spanId()).isNotEqualTo(tries.get(0).spanId());
    }

    @Test
    void without_a_trace_of_a_proxy_each_request_begins_one() throws Exception {
        var tracing = tracing(Map.of());
        request(tracing, null);
        request(tracing, null);
        tracing.close(SOON);
        assertThat(collector.named("GET session"))
                .hasSize(2)
                .allMatch(span -> span.parentId().isEmpty())
                .doesNotHaveDuplicates();
        assertThat(collector.named("GET session").get(0).traceId())
                .isNotEqualTo(collector.named("GET session").get(1).traceId());
    }

    @Test
    void the_variables_name_the_service_and_authenticate_the_export() throws Exception {
        var secret = Files.writeString(folder.resolve("headers"), "x-api-key=of-the-collector\n");
        var tracing = tracing(Map.of(
                "OTEL_SERVICE_NAME", "sign-in",
                "OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test,service.namespace=shop",
                "OTEL_EXPORTER_OTLP_HEADERS", Files.readString(secret).strip(),
                "OTEL_EXPORTER_OTLP_COMPRESSION", "none",
                "OTEL_EXPORTER_OTLP_TIMEOUT", "5000"));
        request(tracing, null);
        tracing.close(SOON);
        assertThat(collector.resources.get(0))
                .containsEntry("service.name", "sign-in")
                .containsEntry("service.version", "1.2.3")
                .containsEntry("service.namespace", "shop")
                .containsEntry("deployment.environment.name", "test");
        assertThat(collector.headers.get("X-api-key")).containsExactly("of-the-collector");
        assertThat(collector.headers.get("Content-type")).containsExactly("application/x-protobuf");
    }

    @Test
    void the_service_is_cardea_unless_it_has_a_name() throws Exception {
        var tracing = tracing(Map.of());
        request(tracing, null);
        tracing.close(SOON);
        assertThat(collector.resources.get(0)).containsEntry("service.name", "cardea");
    }

    @Test
    void what_is_not_sampled_is_not_exported_and_the_application_sees_that() throws Exception {
        var tracing = tracing(Map.of("OTEL_TRACES_SAMPLER", "always_off"));
        assertThat(request(tracing, null)).allMatch(header -> header.endsWith("-00"));
        tracing.close(SOON);
        assertThat(collector.spans).isEmpty();
        var byParent = tracing(Map.of());
        request(byParent, new TraceParent(RECEIVED.traceId(), RECEIVED.spanId(), false));
        byParent.close(SOON);
        assertThat(collector.spans).isEmpty();
    }

    @Test
    void nothing_is_made_where_exports_are_switched_off() throws Exception {
        assertThat(tracing(Map.of("OTEL_SDK_DISABLED", "true"))).isSameAs(Tracer.NONE);
        assertThat(tracing(Map.of("OTEL_TRACES_EXPORTER", "none"))).isSameAs(Tracer.NONE);
        assertThat(tracing(Map.of(ENDPOINT, ""))).isSameAs(Tracer.NONE);
        assertThat(Tracer.NONE.begin(null, true)).isNull();
        assertThat(Tracer.NONE.begin(RECEIVED, true).of("callbacks/jwt")).isEqualTo(RECEIVED);
    }

    @Test
    void a_variable_that_cannot_be_used_is_named_and_a_credential_is_not_shown() {
        assertThatThrownBy(() -> tracing(Map.of("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc")))
                .isInstanceOf(TracerException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be http/protobuf");
        assertThatThrownBy(() -> tracing(Map.of(ENDPOINT, "collector:4318")))
                .isInstanceOf(TracerException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL");
        assertThatThrownBy(() -> tracing(Map.of("OTEL_TRACES_SAMPLER", "often")))
                .isInstanceOf(TracerException.class)
                .hasMessageContaining("often");
        assertThatThrownBy(() -> tracing(Map.of("OTEL_EXPORTER_OTLP_HEADERS", "planted-credential")))
                .isInstanceOf(TracerException.class)
                .hasMessageNotContaining("planted-credential");
    }

    /** The SDK decodes each header alone, and quotes the value that it cannot decode. */
    @Test
    void a_credential_that_cannot_be_decoded_is_not_shown() {
        var headers = "x-tenant=shop,authorization=Basic%zzplanted-credential";
        assertThatThrownBy(() -> tracing(Map.of("OTEL_EXPORTER_OTLP_HEADERS", headers)))
                .isInstanceOf(TracerException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_HEADERS")
                .hasMessageNotContaining("planted-credential");
        var message = "Cannot use the value: Basic%zzplanted-credential";
        assertThat(Collector.withoutSecrets(message, Env.of(Map.of("OTEL_EXPORTER_OTLP_HEADERS", headers))))
                .isEqualTo("Cannot use the value: (hidden)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%0D%0Ax-evil: 1", "%00", "%7F", "%0A"})
    void a_header_that_http_cannot_carry_is_rejected_and_not_shown(String end) {
        var headers = "authorization=Basic%20planted-credential" + end;
        assertThatThrownBy(() -> tracing(Map.of("OTEL_EXPORTER_OTLP_HEADERS", headers)))
                .isInstanceOf(TracerException.class)
                .hasMessageContaining("OTEL_EXPORTER_OTLP_HEADERS has a header with a control character")
                .hasMessageNotContaining("planted-credential");
    }

    /** More than fit in the queue, to a collector that takes a connection and never answers. */
    @Test
    void a_collector_that_never_answers_costs_no_request_anything() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            var tracing = tracing(Map.of(
                    ENDPOINT,
                    "http://127.0.0.1:" + silent.getLocalPort(),
                    "OTEL_BSP_SCHEDULE_DELAY",
                    "10",
                    "OTEL_EXPORTER_OTLP_TIMEOUT",
                    "600000"));
            // One export that a request or the end waits for would take ten minutes.
            assertTimeoutPreemptively(Duration.ofMinutes(1), () -> {
                for (int i = 0; i < 5_000; i++) request(tracing, null);
                tracing.close(Duration.ofMillis(200));
            });
        }
    }

    @Test
    void a_collector_that_answers_nonsense_is_reported_once_and_without_a_stack_trace() throws Exception {
        var nonsense = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        nonsense.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                exchange.sendResponseHeaders(418, 0);
                exchange.getResponseBody().write(new byte[100_000]);
            }
        });
        nonsense.start();
        try {
            var url = "http://127.0.0.1:" + nonsense.getAddress().getPort();
            var tracing = tracing(Map.of(ENDPOINT, url, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "2"));
            for (int i = 0; i < 20; i++) request(tracing, null);
            tracing.close(SOON);
            assertThat(warnings)
                    .noneMatch(line -> line.startsWith("io.opentelemetry"))
                    .filteredOn(line -> line.contains(url))
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("dev.cardea.server 2 spans weren't exported: the collector at "
                            + url + " responded with status 418"));
        } finally {
            nonsense.stop(0);
        }
    }
}
