package dev.cardea.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.ErrorType;
import dev.cardea.observe.Browser;
import dev.cardea.observe.ClientNetwork;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Id;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.Action;
import dev.cardea.observe.Step.Method;
import dev.cardea.observe.StepContext;
import java.net.InetAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is kept, for how long, and that no client pushes out the traces of others. */
class RecorderTest {
    private static final Instant START = Instant.parse("2026-05-04T09:00:00Z");

    private final Recorder recorder = new Recorder();
    private long ids;

    @Test
    void a_failure_is_found_by_its_reference() throws Exception {
        fail(START, "9f2c41d07ab3e655", "192.0.2.7");
        var trace = recorder.find("9f2c41d07ab3e655").orElseThrow();
        assertThat(trace.error()).contains(ErrorType.VERIFICATION);
        assertThat(recorder.find("0000000000000000")).isEmpty();
    }

    @Test
    void the_requests_of_one_sign_in_are_one_trace() throws Exception {
        var flow = new Id(77);
        var first = newId();
        observe(
                START,
                first,
                flow,
                null,
                start(Action.SIGNIN),
                browser("192.0.2.7"),
                new Step.SignInStart(provider()),
                end());
        var second = newId();
        var later = START.plusSeconds(41);
        observe(later, second, flow, "00000000000000aa", start(Action.CALLBACK), browser("192.0.2.7"), report(), end());
        assertThat(recorder.find("00000000000000aa").orElseThrow().entries())
                .extracting(Trace.Entry::request)
                .containsOnly(first, second);
    }

    @Test
    void a_trace_says_that_another_process_recorded_the_begin_of_its_sign_in() throws Exception {
        var flow = new Id(77);
        var first = new Recorder();
        var begin = new Step.SignInStart(provider());
        observe(first, START, newId(), flow, null, start(Action.SIGNIN), browser("192.0.2.7"), begin, end());
        observe(
                START.plusSeconds(41),
                newId(),
                flow,
                "00000000000000aa",
                start(Action.CALLBACK),
                opened(),
                report(),
                end());
        var half = recorder.find("00000000000000aa").orElseThrow();
        assertThat(half.missingBegin()).isEqualTo(flow);
        assertThat(Explanation.of(half).text())
                .contains("started in another process, or before a restart")
                .contains("--url");
        assertThat(recorder.findBegin(flow)).as("it has no begin either").isEmpty();
        var whole = Recorder.join(first.findBegin(flow).orElseThrow(), half);
        assertThat(whole.missingBegin()).isNull();
        assertThat(whole.error()).contains(ErrorType.VERIFICATION);
        assertThat(whole.entries()).extracting(Trace.Entry::step).contains(begin);
        assertThat(Explanation.of(whole).text()).contains("41 s after it began").doesNotContain("another process");
    }

    @Test
    void a_sign_in_that_began_in_this_process_is_whole() throws Exception {
        begin(START, new Id(77), "192.0.2.7");
        observe(START, newId(), new Id(77), "00000000000000aa", start(Action.CALLBACK), opened(), report(), end());
        assertThat(recorder.find("00000000000000aa").orElseThrow().missingBegin())
                .isNull();
    }

    @Test
    void a_link_that_was_never_sent_does_not_prove_another_process() {
        var link = new Step.LinkRead(provider(), Step.LinkRead.Result.UNKNOWN);
        observe(START, newId(), new Id(77), "00000000000000aa", start(Action.CALLBACK), link, report(), end());
        assertThat(recorder.find("00000000000000aa").orElseThrow().missingBegin())
                .isNull();
    }

    @Test
    void a_flood_of_failures_from_one_network_keeps_the_trace_of_another_visitor() throws Exception {
        fail(START, "00000000000000aa", "198.51.100.1");
        for (int i = 0; i < 20_000; i++) {
            fail(START.plusMillis(i), String.format("%016x", 0x1000 + i), "192.0.2." + i % 256);
        }
        assertThat(recorder.find("00000000000000aa")).isPresent();
        assertThat(recorder.failures()).hasSize(1 + Recorder.MAX_FAILURES_A_MINUTE);
    }

    @Test
    @Tag("slow")
    void a_flood_through_a_proxy_that_is_not_trusted_keeps_the_traces_of_its_other_visitors() throws Exception {
        fail(START, "00000000000000aa", "198.51.100.1");
        for (int i = 0; i < 20_000; i++) failForwarded(String.format("%016x", 0x1000 + i), false);
        failForwarded("00000000000000bb", false);
        for (int i = 0; i < 100; i++) failForwarded(String.format("%016x", 0x9000_0000L + i), false);
        assertThat(recorder.find("00000000000000aa")).as("of another network").isPresent();
        assertThat(recorder.find("00000000000000bb"))
                .as("behind the same proxy")
                .isPresent();
        assertThat(recorder.size()).isLessThanOrEqualTo(Recorder.MAX_SHARED_STEPS + 64);
    }

    @Test
    @Tag("slow")
    void a_flood_from_unknown_addresses_keeps_the_traces_of_others() throws Exception {
        fail(START, "00000000000000aa", "198.51.100.1");
        for (int i = 0; i < 20_000; i++) {
            observe(START, newId(), null, String.format("%016x", 0x1000 + i), start(Action.CALLBACK), report(), end());
        }
        observe(START, newId(), null, "00000000000000bb", start(Action.CALLBACK), report(), end());
        assertThat(recorder.find("00000000000000aa")).isPresent();
        assertThat(recorder.find("00000000000000bb")).isPresent();
        assertThat(recorder.size()).isLessThanOrEqualTo(Recorder.MAX_SHARED_STEPS + 64);
    }

    @Test
    void forwarded_headers_of_a_trusted_proxy_do_not_lift_the_quota_of_a_network() throws Exception {
        for (int i = 0; i < 25; i++) failForwarded(String.format("%016x", 0x1000 + i), true);
        assertThat(recorder.failures()).hasSize(Recorder.MAX_FAILURES_A_MINUTE);
    }

    private void failForwarded(String reference, boolean isPeerTrusted) throws Exception {
        var host = HostName.of("app.example");
        var start = new Step.RequestStart(Action.CALLBACK, Method.GET, null, host, false, host, true);
        var site = new Step.OriginDecision(host, true, true, isPeerTrusted);
        observe(START, newId(), null, reference, start, site, browser("192.0.2.7"), report(), end());
    }

    @Test
    void every_failure_counts_as_kept_or_as_over_its_quota() throws Exception {
        for (int i = 0; i < 25; i++) fail(START, String.format("%016x", 0x1000 + i), "192.0.2.7");
        fail(START, "00000000000000aa", "198.51.100.1");
        assertThat(recorder.counts()).isEqualTo(new Recorder.Counts(Recorder.MAX_FAILURES_A_MINUTE + 1, 0, 15));
    }

    @Test
    void a_trace_that_makes_room_counts_as_evicted_and_an_expired_one_does_not() throws Exception {
        for (int i = 0; i < 2_000; i++) fail(START.plusSeconds(7L * i), String.format("%016x", i), "192.0.2.7");
        var full = recorder.counts();
        assertThat(full.kept()).isEqualTo(2_000);
        assertThat(full.evicted()).isEqualTo(2_000 - recorder.failures().size()).isPositive();
        fail(START.plus(Recorder.MAX_AGE).plusSeconds(20_000), "00000000000000aa", "192.0.2.7");
        assertThat(recorder.failures()).hasSize(1);
        assertThat(recorder.counts()).isEqualTo(new Recorder.Counts(2_001, full.evicted(), 0));
    }

    @Test
    @Tag("slow")
    void a_flood_of_a_day_from_one_network_keeps_the_trace_of_another_visitor() throws Exception {
        fail(START, "00000000000000aa", "198.51.100.1");
        for (int i = 0; i < 20_000; i++) {
            fail(START.plusSeconds(4L * i), String.format("%016x", 0x1000 + i), "192.0.2." + i % 256);
        }
        assertThat(recorder.find("00000000000000aa")).isPresent();
        assertThat(recorder.size()).isLessThanOrEqualTo(Recorder.MAX_STEPS_OF_NETWORK + 64);
    }

    @Test
    void begun_sign_ins_of_one_network_do_not_push_out_those_of_others() throws Exception {
        begin(START, new Id(1), "198.51.100.1");
        for (int i = 0; i < 10_000; i++) begin(START.plusMillis(i), new Id(1000 + i), "192.0.2.1");
        observe(START.plusSeconds(30), newId(), new Id(1), "00000000000000aa", start(Action.CALLBACK), report(), end());
        assertThat(recorder.find("00000000000000aa").orElseThrow().entries())
                .anyMatch(entry -> entry.step() instanceof Step.SignInStart);
    }

    @Test
    @Tag("slow")
    void all_traces_together_stay_within_four_megabytes() throws Exception {
        for (int i = 0; i < 20_000; i++) {
            fail(START.plusSeconds(i), String.format("%016x", i), "10." + i / 256 % 256 + "." + i % 256 + ".1");
        }
        assertThat(recorder.size()).isLessThanOrEqualTo(Recorder.MAX_STEPS);
        assertThat(recorder.find(String.format("%016x", 19_999))).isPresent();
    }

    @Test
    void a_trace_is_forgotten_after_a_day() throws Exception {
        fail(START, "00000000000000aa", "192.0.2.7");
        fail(START.plus(Recorder.MAX_AGE).plusSeconds(1), "00000000000000bb", "192.0.2.7");
        assertThat(recorder.find("00000000000000aa")).isEmpty();
        assertThat(recorder.find("00000000000000bb")).isPresent();
    }

    @Test
    void a_long_trace_keeps_its_begin_and_its_end() throws Exception {
        var request = newId();
        observe(START, request, null, null, start(Action.CALLBACK), browser("192.0.2.7"));
        for (int i = 0; i < 200; i++) observe(START, request, null, null, new Step.SignInStart(provider()));
        observe(START, request, null, "00000000000000aa", report(), end());
        var trace = recorder.find("00000000000000aa").orElseThrow();
        assertThat(trace.entries()).hasSize(Trace.MAX_STEPS);
        assertThat(trace.dropped()).isEqualTo(204 - Trace.MAX_STEPS);
        assertThat(trace.entries().get(0).step()).isInstanceOf(Step.RequestStart.class);
        assertThat(trace.error()).contains(ErrorType.VERIFICATION);
    }

    @Test
    void a_session_that_is_read_leaves_nothing() {
        observe(START, newId(), null, null, start(Action.SESSION), end());
        assertThat(recorder.size()).isZero();
    }

    @Test
    void a_failure_of_a_session_read_is_kept() throws Exception {
        observe(START, newId(), null, "00000000000000aa", start(Action.SESSION), report(), end());
        assertThat(recorder.find("00000000000000aa")).isPresent();
    }

    @Test
    void the_last_twenty_successes_are_kept() throws Exception {
        for (int i = 0; i < 30; i++) {
            var success = new Step.SignInEnd(provider(), Step.SignInEnd.Result.SUCCESS, null, true);
            observe(START, newId(), new Id(i), null, start(Action.CALLBACK), browser("192.0.2.7"), success, end());
        }
        assertThat(recorder.successes()).hasSize(Recorder.MAX_SUCCESSES);
        assertThat(recorder.failures()).isEmpty();
    }

    @Test
    void requests_that_never_end_take_bounded_room() {
        for (int i = 0; i < 5_000; i++) observe(START, newId(), null, null, start(Action.CALLBACK));
        var later = START.plus(Duration.ofMinutes(6));
        observe(later, newId(), null, "00000000000000aa", start(Action.CALLBACK), report(), end());
        assertThat(recorder.find("00000000000000aa")).isPresent();
    }

    private void begin(Instant time, Id flow, String address) throws Exception {
        observe(
                time,
                newId(),
                flow,
                null,
                start(Action.SIGNIN),
                browser(address),
                new Step.SignInStart(provider()),
                end());
    }

    private void fail(Instant time, String reference, String address) throws Exception {
        observe(time, newId(), null, reference, start(Action.CALLBACK), browser(address), report(), end());
    }

    private void observe(Instant time, Id request, @Nullable Id flow, @Nullable String reference, Step... steps) {
        observe(recorder, time, request, flow, reference, steps);
    }

    private static void observe(
            Recorder recorder, Instant time, Id request, @Nullable Id flow, @Nullable String reference, Step... steps) {
        for (var step : steps) recorder.observe(new StepContext(time, request, null, flow, reference), step);
    }

    private Id newId() {
        return new Id(ids++);
    }

    private static ProviderId provider() {
        return ProviderId.UNKNOWN;
    }

    private static Step start(Action action) {
        return new Step.RequestStart(action, Method.GET, null, HostName.of("app.example"), true, null, null);
    }

    private static Step browser(String address) throws Exception {
        var client = ClientNetwork.of(InetAddress.getByName(address));
        return new Step.BrowserFacts(Set.of(), 0, false, client, Browser.UNKNOWN);
    }

    private static Step opened() {
        return new Step.CheckRead(AuthCookie.STATE, provider(), Step.CheckRead.Result.OK, null);
    }

    private static Step report() {
        return new Step.ErrorReport(ErrorType.VERIFICATION, null);
    }

    private static Step end() {
        return new Step.RequestEnd(
                Action.CALLBACK, Method.GET, Step.RequestEnd.Outcome.REDIRECT, 302, Duration.ofMillis(3), null);
    }
}
