package dev.cardea.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.model.User;
import dev.cardea.token.Randomness;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** The particular behaviour of this store; the contract kit tests the promises of all adapters. */
class InMemoryAdapterTest {
    private static final Instant NOW = Instant.parse("2026-01-31T00:00:00Z");

    private final InMemoryAdapter adapter = new InMemoryAdapter(Clock.fixed(NOW, ZoneOffset.UTC), Randomness.secure());

    @Test
    void links_that_are_never_opened_do_not_accumulate() {
        var longAgo = NOW.minus(Duration.ofDays(1));
        for (int i = 0; i < 10_000; i++) {
            adapter.createVerificationToken(new VerificationToken("ada@example.com", "hash-" + i, longAgo));
        }

        assertThat(adapter.toString()).containsPattern(" [12]?\\d?\\d verification tokens");
    }

    @Test
    void sessions_that_are_never_ended_do_not_accumulate() {
        var user = adapter.createUser(User.of(null, "Ada", "ada@example.com"));
        var longAgo = NOW.minus(Duration.ofDays(1));
        for (int i = 0; i < 10_000; i++) {
            adapter.createSession(new AdapterSession("token-" + i, String.valueOf(user.id()), longAgo));
        }

        assertThat(adapter.toString()).containsPattern(" [12]?\\d?\\d sessions");
    }

    @Test
    void valid_rows_are_never_removed() {
        for (int i = 0; i < 1_000; i++) {
            adapter.createVerificationToken(new VerificationToken("ada@example.com", "hash-" + i, NOW.plusSeconds(1)));
            assertThat(adapter.markUsed("key-" + i, NOW)).isTrue();
        }

        for (int i = 0; i < 1_000; i++) {
            assertThat(adapter.useVerificationToken("ada@example.com", "hash-" + i))
                    .isPresent();
            assertThat(adapter.markUsed("key-" + i, NOW)).isFalse();
        }
    }

    @Test
    void a_nested_unit_rolls_back_only_its_own_work() {
        adapter.inUnit(outer -> {
            adapter.createUser(User.of(null, "Ada", "ada@example.com"));
            assertThatThrownBy(() -> adapter.inUnit(inner -> {
                        adapter.createUser(User.of(null, "Eve", "eve@example.com"));
                        throw new IllegalStateException("stop");
                    }))
                    .hasMessage("stop");
            return true;
        });

        assertThat(adapter.getUserByEmail("ada@example.com")).isPresent();
        assertThat(adapter.getUserByEmail("eve@example.com")).isEmpty();
    }

    @Test
    void it_prints_no_rows() {
        adapter.createUser(User.of(null, "Ada", "ada@example.com"));

        assertThat(adapter)
                .hasToString("InMemoryAdapter[1 users, 0 accounts, 0 sessions, 0 verification tokens,"
                        + " 0 authenticators, 0 used tokens, 0 session records, 0 records of modules]");
    }
}
