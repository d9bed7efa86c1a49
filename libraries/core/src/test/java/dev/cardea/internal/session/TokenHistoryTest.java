package dev.cardea.internal.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class TokenHistoryTest {
    @Test
    void a_flood_of_tokens_does_not_fill_the_memory() {
        var history = new TokenHistory(Clock.fixed(Instant.parse("2026-05-01T12:00:00Z"), ZoneOffset.UTC));
        history.ended("first");
        for (int i = 1; i < 20_000; i++) history.ended("token " + i);
        assertThat(history.isEnded("first")).isTrue();
        history.ended("one more");
        assertThat(history.isEnded("first")).isFalse();
        assertThat(history.isEnded("one more")).isTrue();
    }
}
