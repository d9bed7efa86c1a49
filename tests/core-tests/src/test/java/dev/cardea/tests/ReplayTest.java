package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.error.ErrorType;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Step;
import dev.cardea.recorder.Trace;
import dev.cardea.recorder.TraceJson;
import dev.cardea.testing.replay.Replay;
import dev.cardea.tests.fault.FaultCase;
import dev.cardea.tests.fault.FaultCases;
import dev.cardea.tests.fault.NotReplayed;
import dev.cardea.tests.fault.Watch;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real failures are run again from the text of their traces alone, and end with the same error. */
class ReplayTest {
    static List<FaultCase> cases() {
        return FaultCases.ALL;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_recorded_failure_ends_with_its_error_again(FaultCase fault) throws Exception {
        var replay = Replay.of(recorded(fault));
        assertThat(replay.recorded()).isEqualTo(fault.error());
        var reason = NotReplayed.REASONS.get(fault.cause());
        assertThat(replay.obstacle()).as(replay.text()).isEqualTo(reason);
        if (reason == null) assertThat(replay.reached()).as(replay.text()).isEqualTo(fault.error());
        assertThat(replay.agrees()).as(replay.text()).isEqualTo(reason == null);
    }

    @Test
    void at_least_54_of_60_faults_are_replayed() {
        var faults = cases().stream().map(FaultCase::cause).distinct().toList();
        assertThat(faults).hasSize(60).containsAll(NotReplayed.REASONS.keySet());
        assertThat(faults.size() - NotReplayed.REASONS.size()).isGreaterThanOrEqualTo(54);
    }

    /** Each changed trace stands for code that was mended since: what failed then does not fail now. */
    @Test
    void another_end_than_the_recorded_one_is_reported() throws Exception {
        assertDiffers(
                "R26",
                step -> step instanceof Step.IdTokenRule rule
                        ? new Step.IdTokenRule(rule.provider(), rule.rule(), true)
                        : step);
        assertDiffers(
                "R08",
                step -> step instanceof Step.CheckRead read && read.result() == Step.CheckRead.Result.DIFFERENT
                        ? new Step.CheckRead(read.check(), read.provider(), Step.CheckRead.Result.OK, read.value())
                        : step);
        assertDiffers(
                "R22",
                step -> step instanceof Step.ProviderCall call && call.result() == Step.ProviderCall.Result.REJECTED
                        ? new Step.ProviderCall(
                                call.provider(),
                                call.endpoint(),
                                call.host(),
                                Step.ProviderCall.Result.OK,
                                200,
                                call.duration(),
                                null,
                                null)
                        : step);
    }

    private static void assertDiffers(String cause, UnaryOperator<Step> change) throws Exception {
        var fault = fault(cause);
        var replay = Replay.of(changed(recorded(fault), change));
        assertThat(replay.agrees()).as(replay.text()).isFalse();
        assertThat(replay.reached()).as(replay.text()).isNull();
        assertThat(replay.text())
                .contains("ends with no error; recorded was " + fault.error().code());
    }

    /** Hosts are taken from the trace, which may be forged. */
    @Test
    void a_replay_calls_no_other_machine() throws Exception {
        try (var attacked = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            attacked.setSoTimeout(1);
            var host = HostName.of("127.0.0.1:" + attacked.getLocalPort());
            for (var cause : List.of("R13", "R19", "R29")) {
                var fault = fault(cause);
                var trace = changed(recorded(fault), step -> moved(step, host));
                assertThat(Replay.of(trace).reached()).isEqualTo(fault.error());
            }
            assertThatThrownBy(attacked::accept).isInstanceOf(SocketTimeoutException.class);
        }
    }

    private static Step moved(Step step, HostName host) {
        if (step instanceof Step.Redirect to) return new Step.Redirect(to.purpose(), host, to.parameters());
        if (!(step instanceof Step.ProviderCall call)) return step;
        return new Step.ProviderCall(
                call.provider(),
                call.endpoint(),
                host,
                call.result(),
                call.status(),
                call.duration(),
                call.error(),
                call.shape());
    }

    private static FaultCase fault(String cause) {
        return cases().stream()
                .filter(it -> it.cause().equals(cause))
                .findFirst()
                .orElseThrow();
    }

    /** No trace makes a replay end in an exception. */
    @Test
    @Tag("slow")
    void a_trace_with_any_step_missing_is_replayed_or_differs() throws Exception {
        for (var cause : List.of("R04", "R26", "R37", "R57", "R58", "R60")) {
            var fault = fault(cause);
            var trace = recorded(fault);
            for (int i = 0; i < trace.entries().size(); i++) {
                var left = new ArrayList<>(trace.entries());
                left.remove(i);
                assertThat(Replay.of(new Trace(trace.reference(), left, 1, false))
                                .text())
                        .isNotEmpty();
            }
        }
    }

    @Test
    void a_trace_with_a_host_that_is_invalid_is_replayed() throws Exception {
        var fault = cases().get(0);
        var trace = changed(
                recorded(fault),
                step -> step instanceof Step.Redirect to
                        ? new Step.Redirect(to.purpose(), HostName.INVALID, to.parameters())
                        : step);
        assertThat(Replay.of(trace).reached()).isEqualTo(ErrorType.INVALID_CHECK);
    }

    private static Trace recorded(FaultCase fault) throws Exception {
        return TraceJson.parse(TraceJson.print(fault.play().run(Watch.NONE)));
    }

    private static Trace changed(Trace trace, UnaryOperator<Step> change) {
        var entries = trace.entries().stream()
                .map(it -> new Trace.Entry(it.time(), it.request(), it.errorId(), change.apply(it.step())))
                .toList();
        return new Trace(trace.reference(), entries, trace.dropped(), trace.isInferred());
    }
}
