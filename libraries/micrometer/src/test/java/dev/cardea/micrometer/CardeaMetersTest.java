package dev.cardea.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.Auth;
import dev.cardea.AuthConfig;
import dev.cardea.action.InternalResponse;
import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.config.Env;
import dev.cardea.config.Environment;
import dev.cardea.config.SessionOptions;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.hook.AuthLogger;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.limit.Budget;
import dev.cardea.limit.RateLimits;
import dev.cardea.model.ProviderType;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.Callback;
import dev.cardea.observe.Choice;
import dev.cardea.observe.Event;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.ModuleAction;
import dev.cardea.observe.ModuleLabel;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.RequestAction;
import dev.cardea.observe.Step;
import dev.cardea.observe.StepContext;
import dev.cardea.observe.StoreKind;
import dev.cardea.observe.StoreOperation;
import dev.cardea.provider.EmailProvider;
import dev.cardea.provider.OAuthProvider;
import dev.cardea.recorder.Recorder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Names, labels and bounds of the meters, as a scrape shows them. */
class CardeaMetersTest {
    private static final Pattern SERIES = Pattern.compile("(cardea_\\w+?)(?:\\{(.*)})? [-+0-9.eEinfNa]+");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final CardeaMeters meters = CardeaMeters.of(registry);

    @Test
    void an_alert_can_notice_that_no_clean_up_ever_succeeded() {
        var registry = new SimpleMeterRegistry();
        CardeaMeters.of(registry).cleanUpsFrom(Instant.ofEpochSecond(1_700_000_000));
        assertThat(registry.get("cardea.cleanup.last.success").gauge().value()).isEqualTo(1_700_000_000);
    }

    @Test
    void every_meter_has_its_name_and_labels_in_Prometheus() {
        everything();
        var found = new TreeMap<String, Set<String>>();
        for (var line : registry.scrape().lines().toList()) {
            var series = SERIES.matcher(line);
            if (!series.matches()) continue;
            var name = series.group(1).replaceAll("_seconds_(count|sum|max)$", "_seconds");
            found.computeIfAbsent(name, it -> new TreeSet<>())
                    .addAll(labels(series.group(2)).keySet());
        }
        var expected = new TreeMap<String, Set<String>>();
        for (var meter : MeterName.values()) expected.put(meter.prometheus(), new TreeSet<>(meter.labels()));
        assertThat(found).isEqualTo(expected);
    }

    /** All from one network, of which ten in a minute are kept. */
    @Test
    void failures_that_the_recorder_keeps_and_drops_are_counted() {
        // The minute does not end meanwhile.
        var auth = Auth.of(config().clock(Clock.fixed(Instant.parse("2026-05-04T09:11:52Z"), ZoneOffset.UTC)));
        meters.recorder(Recorder.of(auth));
        var target = "/auth/callback/acme?code=c&state=s";
        var headers = Headers.of("host", "app.example");
        var request = Request.of("GET", "https", target, headers, new byte[0], "203.0.113.9");
        for (int i = 0; i < 12; i++) auth.handle(request);
        var counts = Recorder.of(auth).counts();
        assertThat(counts.kept()).isEqualTo(10);
        assertThat(counts.overQuota()).isEqualTo(2);
        assertThat(registry.scrape())
                .contains("cardea_recorder_traces_total{result=\"kept\"} " + (double) counts.kept())
                .contains("cardea_recorder_traces_total{result=\"evicted\"} 0.0")
                .contains("cardea_recorder_traces_total{result=\"over_quota\"} " + (double) counts.overQuota());
    }

    /** The names are an interface for dashboards and alert rules: a change is a break. */
    @Test
    void the_names_stay() {
        assertThat(Stream.of(MeterName.values()).map(MeterName::prometheus))
                .containsExactly(
                        "cardea_requests_seconds",
                        "cardea_requests_active",
                        "cardea_sign_ins_total",
                        "cardea_sign_outs_total",
                        "cardea_sessions_read_total",
                        "cardea_sessions_issued_total",
                        "cardea_sessions_confirmed_total",
                        "cardea_sessions_ended_total",
                        "cardea_errors_total",
                        "cardea_rejections_total",
                        "cardea_rate_limited_total",
                        "cardea_provider_calls_seconds",
                        "cardea_provider_calls_active",
                        "cardea_store_calls_seconds",
                        "cardea_store_connections",
                        "cardea_hook_calls_seconds",
                        "cardea_hook_events_waiting",
                        "cardea_hook_events_dropped_total",
                        "cardea_mails_seconds",
                        "cardea_password_hash_seconds",
                        "cardea_password_hash_waiting",
                        "cardea_secrets_used_total",
                        "cardea_cleanup_rows_total",
                        "cardea_cleanup_last_success_seconds",
                        "cardea_config_reloads_total",
                        "cardea_config_loaded_seconds",
                        "cardea_recorder_traces_total",
                        "cardea_module_steps_total",
                        "cardea_connections",
                        "cardea_info");
    }

    @Test
    void hostile_requests_add_no_label_value_beyond_the_closed_lists() {
        int requests = Integer.getInteger("cardea.hostile", 20_000);
        var auth = Auth.of(config());
        var random = new Random(7);
        for (int i = 0; i < 200; i++) auth.handle(hostile(random));
        for (int i = 0; i < requests; i++) auth.handle(hostile(random));
        var allowed = Set.of("acme", "mail", "inmemory", "unknown", "other", "none");
        for (var line : registry.scrape().lines().toList()) {
            var series = SERIES.matcher(line);
            if (!series.matches()) continue;
            labels(series.group(2)).forEach((label, value) -> {
                if (Set.of("provider", "service", "store", "type").contains(label)) {
                    assertThat(allowed.contains(value) || isErrorType(value) || isKind(value))
                            .as(line)
                            .isTrue();
                }
                assertThat(value).as(line).doesNotContain("planted").hasSizeLessThan(40);
            });
        }
        assertThat(series()).isLessThan(300);
        assertThat(registry.get("cardea.requests.active").gauge().value()).isZero();
    }

    @Test
    void twenty_providers_stay_below_4000_series_and_any_number_below_10000() {
        all(20);
        assertThat(series()).isLessThan(4_000);
        all(500);
        assertThat(series()).isLessThan(10_000);
        assertThat(registry.scrape()).contains("provider=\"other\"").doesNotContain("p400");
    }

    private enum NoteAction implements Choice {
        NOTES
    }

    private record NotesRoute() implements Route {
        @Override
        public String name() {
            return "notes";
        }

        @Override
        public RequestAction action() {
            return ModuleAction.of(NoteAction.NOTES);
        }

        @Override
        public Set<String> methods() {
            return Set.of("GET");
        }

        @Override
        public InternalResponse answer(RouteRequest call) {
            return InternalResponse.json(200, "text", List.of());
        }
    }

    @Test
    void the_route_of_a_module_is_counted_by_its_action() {
        Auth.of(config().route(new NotesRoute())).handle(Request.get("https://app.example/auth/notes"));
        assertThat(registry.scrape())
                .contains("cardea_requests_seconds_count{action=\"notes\",method=\"GET\",outcome=\"ok\"} 1");
    }

    @Test
    void a_registry_counts_a_step_once_however_often_its_meters_are_added() {
        assertThat(CardeaMeters.of(registry)).isSameAs(meters);
        var auth = Auth.of(config().observer(CardeaMeters.of(registry)));
        auth.addObserver(CardeaMeters.of(registry));
        auth.handle(Request.get("https://app.example/auth/csrf"));
        assertThat(registry.scrape())
                .contains("cardea_requests_seconds_count{action=\"csrf\",method=\"GET\",outcome=\"ok\"} 1");
    }

    @Test
    void a_failed_sign_in_is_counted_with_its_reason() {
        Auth.of(config()).handle(Request.get("https://app.example/auth/callback/acme?code=c&state=s"));
        assertThat(registry.scrape())
                .contains("cardea_sign_ins_total{new_user=\"unknown\",provider=\"acme\",reason=\"InvalidCheck\","
                        + "result=\"failure\",type=\"oauth\"} 1.0")
                .contains("cardea_requests_seconds_count{action=\"callback\",method=\"GET\",outcome=\"rejected\"} 1")
                .contains("cardea_rejections_total{type=\"InvalidCheck\"} 1.0");
    }

    /** Every combination of the closed lists, for this many providers. */
    private void all(int providers) {
        for (int i = 0; i < providers; i++) {
            var id = ProviderId.of(oauth("p" + i));
            for (var error : ErrorType.values())
                observe(new Step.SignInEnd(id, Step.SignInEnd.Result.FAILURE, error, null));
            for (var isNew : new Boolean[] {true, false, null}) {
                observe(new Step.SignInEnd(id, Step.SignInEnd.Result.SUCCESS, null, isNew));
            }
            for (var endpoint : Step.Endpoint.values()) {
                for (var result : Step.ProviderCall.Result.values()) observe(call(id, endpoint, result));
            }
        }
    }

    private static Step call(ProviderId id, Step.Endpoint endpoint, Step.ProviderCall.Result result) {
        return new Step.ProviderCall(
                id, endpoint, HostName.of("id.example"), result, 200, Duration.ofMillis(1), null, null);
    }

    private void everything() {
        var auth = Auth.of(config());
        auth.handle(Request.get("https://app.example/auth/callback/acme?code=c&state=s"));
        auth.handle(Request.get("https://app.example/auth/session"));
        auth.handle(
                Request.get("https://app.example/auth/session").header("cookie", "__Secure-authjs.session-token=x"));
        var acme = ProviderId.of(oauth("acme"));
        var short1 = Duration.ofMillis(1);
        Stream.of(
                        call(acme, Step.Endpoint.TOKEN, Step.ProviderCall.Result.OK),
                        new Step.SignOut(Step.Strategy.JWT),
                        new Step.SessionConfirm(Step.SessionConfirm.Result.LIVE),
                        new Step.SessionEnd(Step.SessionEnd.Reason.ELSEWHERE),
                        new Step.SessionIssue(Step.Strategy.JWT, Step.SessionIssue.Cause.SIGN_IN),
                        new Step.RateLimit(Budget.MAILS_BY_CLIENT),
                        new Step.ErrorReport(ErrorType.ADAPTER_ERROR, acme),
                        new Step.MailCall(acme, Step.MailCall.Result.SENT, short1),
                        new Step.StoreCall(
                                StoreKind.of(InMemoryAdapter.class),
                                StoreOperation.GET_USER,
                                Step.StoreCall.Result.OK,
                                short1),
                        new Step.HookCall(Callback.JWT, Step.HookResult.OK, short1),
                        new Step.HookEvent(Event.SIGN_IN, Step.HookResult.TIMEOUT, short1),
                        new Step.HookEventDrop(Event.SIGN_IN),
                        new Step.SecretUse(Step.SecretUse.Purpose.SESSION, Step.SecretUse.Position.OLDER),
                        new Step.PasswordHash(Step.PasswordHash.Algorithm.ARGON2, short1),
                        new Step.ModuleStep(new ModuleLabel("factor"), new ModuleLabel("ok"), null))
                .forEach(this::observe);
        meters.cleanedUp(Instant.EPOCH, CardeaMeters.ExpiredRows.SESSION, 7)
                .configReloaded(Instant.EPOCH, true)
                .waitingEvents(() -> 1)
                .waitingPasswords(() -> 2)
                .storeConnections(() -> 1, () -> 2, () -> 0, () -> 10)
                .recorder(new Recorder())
                .connections(() -> 1, () -> 2)
                .configLoaded(Instant.EPOCH)
                .info("0.1.0");
    }

    private void observe(Step step) {
        meters.observe(new StepContext(Instant.EPOCH, new Id(1), null, null, null), step);
    }

    private Request hostile(Random random) {
        var words = List.of(
                "signin",
                "callback",
                "session",
                "planted",
                "signout",
                "error",
                "acme",
                "mail",
                "..",
                "%2e",
                "csrf",
                "");
        var path = IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(i -> words.get(random.nextInt(words.size()))
                        + (random.nextInt(3) == 0 ? "planted" + random.nextInt() : ""))
                .collect(Collectors.joining("/"));
        var method =
                List.of("GET", "POST", "PUT", "PLANTED" + random.nextInt(1000)).get(random.nextInt(4));
        var host = random.nextBoolean() ? "app.example" : "planted" + random.nextInt() + ".example";
        return Request.of(method, "https://app.example/auth/" + path + "?planted=" + random.nextInt())
                .header("x-forwarded-host", host)
                .header("user-agent", "planted" + random.nextInt())
                .header("cookie", "__Secure-authjs.session-token=planted" + random.nextInt());
    }

    private static boolean isErrorType(String value) {
        return Stream.of(ErrorType.values()).anyMatch(type -> type.code().equals(value));
    }

    private static boolean isKind(String value) {
        return Stream.of(ProviderType.values()).anyMatch(type -> type.wire().equals(value));
    }

    private static TreeMap<String, String> labels(String text) {
        var labels = new TreeMap<String, String>();
        if (text == null) return labels;
        var label = LABEL.matcher(text);
        while (label.find()) labels.put(label.group(1), label.group(2));
        return labels;
    }

    private long series() {
        return registry.scrape()
                .lines()
                .filter(line -> SERIES.matcher(line).matches())
                .count();
    }

    private static OAuthProvider oauth(String id) {
        return OAuthProvider.oauth(id, "Acme")
                .authorization("https://id.example/authorize")
                .token("https://id.example/token")
                .userinfo("https://id.example/userinfo")
                .clientId("client")
                .clientSecret("secret");
    }

    private AuthConfig.Builder config() {
        return AuthConfig.builder()
                .env(Env.none())
                .environment(Environment.TEST)
                .secret("5f0c2e9b71d84a36b8e1f7c09d2a4e63")
                .url("https://app.example")
                .adapter(new InMemoryAdapter())
                .session(SessionOptions.jwt())
                .rateLimits(RateLimits.OFF)
                .http(request -> Response.of(500))
                .logger(new SilentLogger())
                .observer(meters)
                .provider(oauth("acme"), EmailProvider.of("mail", request -> {}));
    }

    private static final class SilentLogger implements AuthLogger {
        @Override
        public void error(AuthException error) {}

        @Override
        public void warn(String code) {}
    }
}
