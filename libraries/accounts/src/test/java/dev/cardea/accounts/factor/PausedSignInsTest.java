package dev.cardea.accounts.factor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.InMemoryAdapter;
import dev.cardea.adapter.ModuleRecord;
import dev.cardea.adapter.Store;
import dev.cardea.json.Claims;
import dev.cardea.testing.FakeClock;
import dev.cardea.token.Randomness;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PausedSignInsTest {
    private final FakeClock clock = FakeClock.at(Instant.parse("2026-11-01T10:00:00Z"));
    private final Store store = new Store(new InMemoryAdapter(clock, Randomness.secure()), clock);
    private final PausedSignIns paused = new PausedSignIns(clock, Randomness.secure());

    private boolean begin(String name, int bytes) {
        return paused.begin(store, name, "ann", "A".repeat(bytes), Claims.NONE);
    }

    /** What a sign-in may have besides its own bytes; the tenth try needs one more. */
    private int room() {
        begin("empty", 0);
        var record = paused.of(store, "empty").orElseThrow().record();
        return ModuleRecord.MAX_DATA - record.data().length() - 1;
    }

    @Test
    void a_sign_in_that_just_fits_survives_ten_tries() {
        int room = room();
        assertThat(begin("largest", room)).isTrue();

        for (int i = 0; i < 10; i++) assertThat(paused.count(store, "largest")).isPresent();

        assertThat(paused.count(store, "largest")).isEmpty();
    }

    @Test
    void a_sign_in_with_one_byte_more_is_refused() {
        int room = room();

        assertThat(begin("larger", room + 1)).isFalse();

        assertThat(paused.of(store, "larger")).isEmpty();
    }
}
