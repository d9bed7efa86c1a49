package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.json.Claims;
import dev.cardea.model.ProviderType;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.Digest;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.ModuleLabel;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Shape;
import dev.cardea.observe.Step;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import dev.cardea.observe.StoreReason;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Traces as text: the same trace comes back, and no file makes the reader accept what no trace has. */
class TraceJsonTest {
    private static final Instant START = Instant.parse("2026-05-04T09:00:00.123456Z");
    private static final ProviderId ACME = ProviderId.recorded("acme", ProviderType.OIDC);
    private static final Trace TRACE = trace();

    @Test
    void the_same_trace_comes_back() throws Exception {
        assertThat(TraceJson.parse(TraceJson.print(TRACE))).isEqualTo(TRACE);
        assertThat(Explanation.of(TraceJson.parse(TraceJson.print(TRACE))).text())
                .isEqualTo(Explanation.of(TRACE).text());
    }

    @Test
    void a_trace_of_an_older_version_comes_back() throws Exception {
        var older = TraceJson.print(TRACE)
                .replaceFirst("\"missingBegin\":\"[0-9a-f]*\",", "")
                .replaceFirst("\"source\":\\{[^}]*},", "")
                .replace(",\"isPeerTrusted\":false", "");
        assertThat(older).doesNotContain("missingBegin", "source", "isPeerTrusted");
        var trace = TraceJson.parse(older);
        assertThat(trace.entries()).hasSameSizeAs(TRACE.entries());
        assertThat(trace.source()).isNull();
        assertThat(Explanation.of(trace).text()).contains("AdapterError").doesNotContain("Cardea ");
    }

    /** Otherwise a provider could hide why its sign-ins fail. */
    @Test
    void a_trace_comes_back_however_many_members_a_provider_sent() throws Exception {
        var answer = Claims.NONE;
        for (int i = 0; i < 1_001; i++) answer = answer.with("member-" + i, true);
        var call = new Step.ProviderCall(
                ACME,
                Step.Endpoint.USERINFO,
                HostName.of("id.example"),
                Step.ProviderCall.Result.OK,
                200,
                Duration.ofMillis(12),
                null,
                Shape.of(answer));
        var trace = new Trace(null, List.of(new Trace.Entry(START, new Id(1), null, call)), 0, false);
        assertThat(TraceJson.parse(TraceJson.print(trace)).entries()).hasSize(1);
    }

    @Test
    void a_component_may_be_absent_where_its_declaration_says_so() {
        var declared = StepJson.KINDS.values().stream()
                .flatMap(kind -> Arrays.stream(kind.getRecordComponents())
                        .filter(it -> it.getAnnotatedType().isAnnotationPresent(Nullable.class))
                        .map(it -> kind.getSimpleName() + "." + it.getName()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(new TreeSet<>(StepJson.OPTIONAL)).isEqualTo(declared);
    }

    static Stream<String> damaged() {
        var json = TraceJson.print(TRACE);
        return Stream.of(
                "",
                "[]",
                "null",
                json.substring(0, json.length() - 2),
                json.replace("\"cardeaTrace\":1", "\"cardeaTrace\":2"),
                json.replace("\"step\":\"requestStart\"", "\"step\":\"configuration\""),
                json.replace("\"action\":\"CALLBACK\"", "\"action\":\"NOTHING\""),
                json.replace("\"action\":\"CALLBACK\",", ""),
                json.replace("app.example", "app.example\\u001b[31m"),
                json.replace("app.example", "a\\nb"),
                json.replace("\"id\":\"acme\"", "\"id\":\"\\u001b]0;x\\u0007\""),
                json.replace("192.0.2.0/24", "attacker.example/24"),
                json.replace("192.0.2.0/24", "999.0.2.0/24"),
                json.replace("\"name\":\"factor\"", "\"name\":\"a factor of \\u001b[31m\""),
                json.replace("\"others\":2", "\"others\":2000000000"),
                json.replace("\"others\":2", "\"others\":-1"),
                json.replace("access_token", "of-the-attacker"),
                json.replace("\"status\":200", "\"status\":99999999999"),
                json.replace("inmemory", "in memory\\u0007"),
                json.replace("0.1.0-SNAPSHOT", "0.1.0\\u001b[31m"),
                json.replace("9f2c41d07ab3e655", "../../../../x"),
                json.replace("2026-05-04", "2026-13-44"),
                json.replace("2026-05-04", "+1000000000-12-31"),
                json.replace("2026-05-04", "+30000-05-04"),
                json.replace("2026-05-04", "-0001-05-04"),
                json.replace("\"steps\":[", "\"steps\":[" + step(json).repeat(70)),
                "{\"cardeaTrace\":1,\"steps\":" + "[".repeat(50_000),
                "{\"cardeaTrace\":1,\"reference\":null,\"dropped\":0,\"inferred\":false,\"steps\":[]}",
                "{\"cardeaTrace\":1,\"reference\":null,\"dropped\":0,\"inferred\":false,\"steps\":{}}");
    }

    private static String step(String json) {
        int from = json.indexOf("[{") + 1;
        return json.substring(from, json.indexOf("},{", from) + 2);
    }

    @ParameterizedTest
    @MethodSource("damaged")
    void a_text_that_is_not_a_trace_is_rejected(String text) {
        assertThat(text).isNotEqualTo(TraceJson.print(TRACE));
        assertThatThrownBy(() -> TraceJson.parse(text)).isInstanceOf(InvalidTraceException.class);
    }

    /** Each member of each step is removed once, and replaced by other types. */
    @Test
    @Tag("slow")
    void a_trace_that_is_accepted_can_be_explained() {
        var json = TraceJson.print(TRACE);
        int accepted = 0;
        for (int i = 0; i < json.length(); i++) {
            for (var other : List.of("", "0", "null", "\"", "x")) {
                try {
                    var trace = TraceJson.parse(json.substring(0, i) + other + json.substring(i + 1));
                    assertThat(Explanation.of(trace).text()).isNotEmpty();
                    assertThat(Explanation.of(trace).causes()).isNotNull();
                    accepted++;
                } catch (InvalidTraceException e) {
                    assertThat(e).hasMessageStartingWith("");
                }
            }
        }
        assertThat(accepted).isPositive();
    }

    private static Trace trace() {
        var host = HostName.of("app.example");
        var answer = Claims.of("access_token", "a")
                .with("expires_in", 5L)
                .with("x", 1L)
                .with("y", 2L);
        var steps = List.<Step>of(
                new Step.RequestStart(Step.Action.CALLBACK, Step.Method.GET, ACME, host, true, null, null),
                new Step.RequestStart(ModuleAction.named("nickname"), Step.Method.GET, null, host, true, null, null),
                new Step.OriginDecision(host, true, true, false),
                new Step.BrowserFacts(
                        Set.of(AuthCookie.STATE, AuthCookie.NONCE),
                        2,
                        false,
                        ClientNetwork.parse("192.0.2.0/24").orElseThrow(),
                        new Browser(Browser.Family.FIREFOX, 141)),
                new Step.CheckRead(AuthCookie.STATE, ACME, Step.CheckRead.Result.OK, new Digest(-5)),
                new Step.Return(ACME, Set.of(Step.Parameter.CODE, Step.Parameter.STATE), null),
                new Step.ProviderCall(
                        ACME,
                        Step.Endpoint.TOKEN,
                        HostName.of("id.example:8443"),
                        Step.ProviderCall.Result.OK,
                        200,
                        Duration.ofMillis(12),
                        null,
                        Shape.of(answer)),
                new Step.StoreCall(
                        StoreKind.named("inmemory"),
                        StoreOperation.IN_UNIT,
                        Step.StoreCall.Result.TIMEOUT,
                        StoreReason.UNREACHABLE,
                        Duration.ofMillis(7)),
                new Step.ModuleStep(new ModuleLabel("factor"), new ModuleLabel("ok"), null),
                new Step.ErrorReport(ErrorType.ADAPTER_ERROR, ACME),
                new Step.RequestEnd(
                        Step.Action.CALLBACK,
                        Step.Method.GET,
                        Step.RequestEnd.Outcome.ERROR,
                        302,
                        Duration.ofMillis(9),
                        ErrorType.ADAPTER_ERROR));
        return new Trace(
                "9f2c41d07ab3e655",
                steps.stream()
                        .map(step -> new Trace.Entry(START, new Id(-77), "9f2c41d07ab3e655", step))
                        .toList(),
                3,
                true,
                new Id(77),
                new Trace.Source("0.1.0-SNAPSHOT", new Digest(-9)));
    }
}
