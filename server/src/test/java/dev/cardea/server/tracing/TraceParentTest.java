package dev.cardea.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** W3C Trace Context §3.2. */
class TraceParentTest {
    private static final String IDS = "4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";

    @Test
    void a_header_is_read_and_written() {
        var read = TraceParent.parse("00-" + IDS + "-01").orElseThrow();
        assertThat(read.traceId()).isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
        assertThat(read.spanId()).isEqualTo("00f067aa0ba902b7");
        assertThat(read.isSampled()).isTrue();
        assertThat(read).hasToString("00-" + IDS + "-01");
    }

    @Test
    void of_the_flags_only_the_first_bit_counts() {
        assertThat(TraceParent.parse("00-" + IDS + "-02")).hasValueSatisfying(read -> {
            assertThat(read.isSampled()).isFalse();
            assertThat(read).hasToString("00-" + IDS + "-00");
        });
        assertThat(TraceParent.parse("00-" + IDS + "-ff"))
                .hasValueSatisfying(read -> assertThat(read.isSampled()).isTrue());
    }

    @Test
    void a_later_version_may_have_more_fields() {
        assertThat(TraceParent.parse("cc-" + IDS + "-01")).isPresent();
        assertThat(TraceParent.parse("cc-" + IDS + "-01-what-comes-later")).isPresent();
        assertThat(TraceParent.parse("cc-" + IDS + "-01what-comes-later")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "00-" + IDS,
                "00-" + IDS + "-1",
                "00-" + IDS + "-01-",
                "00-" + IDS + "-01-more",
                "ff-" + IDS + "-01",
                "0G-" + IDS + "-01",
                "00_" + IDS + "-01",
                "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
                "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01",
                "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0x"
            })
    void any_other_text_is_rejected(String header) {
        assertThat(TraceParent.parse(header)).isEmpty();
    }
}
