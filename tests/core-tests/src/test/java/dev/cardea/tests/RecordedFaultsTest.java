package dev.cardea.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.recorder.Explanation;
import dev.cardea.recorder.TraceJson;
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
        var explanation = Explanation.of(trace);
        assertThat(trace.error()).as(explanation.text()).contains(fault.error());
        assertThat(explanation.causes()).as(explanation.text()).isNotEmpty();
        var first = explanation.causes().get(0);
        assertThat(first.id()).as(explanation.text()).isEqualTo(fault.cause());
        assertThat(TraceJson.parse(TraceJson.print(trace))).isEqualTo(trace);
        assertThat(explanation.text())
                .contains("Remedy: " + first.remedy())
                .contains(fault.error().code());
    }
}
