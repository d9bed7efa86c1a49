package dev.cardea.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class StepContextTest {
    @Test
    void a_request_id_has_1_to_64_letters_digits_dots_underscores_or_hyphens() {
        assertThat(StepContext.isRequestId("aZ09._-")).isTrue();
        assertThat(StepContext.isRequestId("a".repeat(64))).isTrue();
        assertThat(StepContext.isRequestId("a".repeat(65))).isFalse();
        assertThat(StepContext.isRequestId("")).isFalse();
    }

    @Test
    void a_request_id_cannot_bring_other_text_into_a_log() {
        for (var text : new String[] {"a b", "a\nb", "a/b", "a@b", "a`b", "a[b", "a{b", "a:b", "a,b", "é", "٣"}) {
            assertThat(StepContext.isRequestId(text)).as(text).isFalse();
            assertThatThrownBy(() -> new StepContext(Instant.EPOCH, new Id(1), text, null, null))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}
