package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.recorder.Trace;
import dev.cardea.tests.fault.FaultCase;
import dev.cardea.tests.fault.FaultCases;
import dev.cardea.tests.fault.Watch;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real failures, of which only the recorder's trace is read: it names error, cause and remedy. */
class RecordedFaultsTest {
    static List<FaultCase> cases() {
        return FaultCases.ALL;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_trace_names_error_cause_and_remedy(FaultCase fault) throws Exception {
        var trace = fault.play().run(Watch.NONE);
        assertThat(trace.error()).as(trace.explain()).contains(fault.error());
        assertThat(trace.causes()).as(trace.explain()).isNotEmpty();
        var first = trace.causes().get(0);
        assertThat(first.id()).as(trace.explain()).isEqualTo(fault.cause());
        assertThat(Trace.parse(trace.toJson())).isEqualTo(trace);
        assertThat(trace.explain())
                .contains("Remedy: " + first.remedy())
                .contains(fault.error().code());
    }
}
