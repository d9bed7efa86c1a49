package dev.cardea.adapter.testkit;

import static dev.cardea.adapter.testkit.Samples.unique;
import static dev.cardea.adapter.testkit.Samples.usedTokens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cardea.adapter.UsedTokens;
import dev.cardea.testing.Rounds;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@link UsedTokens}: single-use keys. */
@ContractOf(UsedTokens.class)
public interface UsedTokensContract extends AdapterContract {
    /** Far enough ahead that nothing is forgotten while the kit runs. */
    Instant AHEAD = Samples.LATER;

    @Test
    default void a_key_is_single_use() {
        String key = unique();

        assertThat(usedTokens(adapter()).markUsed(key, AHEAD)).isTrue();
        assertThat(usedTokens(adapter()).markUsed(key, AHEAD)).isFalse();
        assertThat(usedTokens(adapter()).markUsed(key, AHEAD.minusSeconds(1))).isFalse();
    }

    @Test
    default void other_keys_are_not_touched() {
        usedTokens(adapter()).markUsed(unique(), AHEAD);

        assertThat(usedTokens(adapter()).markUsed(unique(), AHEAD)).isTrue();
    }

    @Test
    default void an_expired_key_may_be_forgotten_without_an_error() {
        String key = unique();
        var past = Instant.parse("2001-02-03T04:05:06.789Z");

        assertThat(usedTokens(adapter()).markUsed(key, past)).isTrue();
        usedTokens(adapter()).markUsed(key, past);
        usedTokens(adapter()).markUsed(key, AHEAD);
        assertThat(usedTokens(adapter()).markUsed(key, AHEAD)).isIn(true, false);
    }

    @Test
    default void many_keys_are_all_remembered() {
        String unique = unique();
        int many = Rounds.of(1_000);
        for (int i = 0; i < many; i++)
            assertThat(usedTokens(adapter()).markUsed(unique + i, AHEAD)).isTrue();
        for (int i = 0; i < many; i++)
            assertThat(usedTokens(adapter()).markUsed(unique + i, AHEAD)).isFalse();
    }

    @Test
    default void a_long_key_is_compared_to_its_end() {
        String key = unique() + "k".repeat(500);

        assertThat(usedTokens(adapter()).markUsed(key + "1", AHEAD)).isTrue();
        assertThat(usedTokens(adapter()).markUsed(key + "2", AHEAD)).isTrue();
        assertThat(usedTokens(adapter()).markUsed(key + "1", AHEAD)).isFalse();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.HOSTILE)
    default void hostile_keys_are_single_use(String text) {
        String key = text + unique();

        assertThat(usedTokens(adapter()).markUsed(key, AHEAD)).isTrue();
        assertThat(usedTokens(adapter()).markUsed(key, AHEAD)).isFalse();
    }

    @ParameterizedTest
    @MethodSource(DifficultTexts.ALIKE)
    default void similar_keys_are_different(String one, String other) {
        String unique = unique();

        assertThat(usedTokens(adapter()).markUsed(unique + one, AHEAD)).isTrue();
        assertThat(usedTokens(adapter()).markUsed(unique + other, AHEAD)).isTrue();
    }

    @Test
    default void exactly_one_of_many_concurrent_uses_of_one_key_succeeds() {
        for (int round = 0; round < Rounds.of(rounds()); round++) {
            String key = unique();
            var outcomes = Race.of(runners(), () -> usedTokens(adapter()).markUsed(key, AHEAD));

            assertThat(outcomes).allMatch(Race.Outcome::succeeded);
            assertThat(outcomes.stream().filter(it -> Boolean.TRUE.equals(it.value())))
                    .hasSize(1);
        }
    }
}
