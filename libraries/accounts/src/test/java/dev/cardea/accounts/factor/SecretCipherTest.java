package dev.cardea.accounts.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.token.Randomness;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretCipherTest {
    private static final byte[] SECRET = "a secret of twenty b".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OLD = key(1);
    private static final byte[] NEW = key(2);

    private static byte[] key(int fill) {
        var key = new byte[32];
        key[0] = (byte) fill;
        return key;
    }

    private static SecretCipher with(byte[]... keys) {
        return new SecretCipher(List.of(keys), Randomness.secure());
    }

    @Test
    void what_is_sealed_opens_for_its_owner_and_says_nothing() {
        var sealed = with(NEW).seal(SECRET, "ann");

        assertThat(with(NEW).open(sealed, "ann")).get().satisfies(it -> {
            assertThat(it.secret()).isEqualTo(SECRET);
            assertThat(it.isOutdated()).isFalse();
        });
        assertThat(sealed).doesNotContain("secret").matches("[0-9a-f]{8}\\.[A-Za-z0-9_-]+");
        assertThat(with(NEW).seal(SECRET, "ann")).isNotEqualTo(sealed);
    }

    @Test
    void what_was_moved_to_another_record_does_not_open() {
        assertThat(with(NEW).open(with(NEW).seal(SECRET, "ann"), "bob")).isEmpty();
    }

    @Test
    void an_older_key_opens_and_says_that_it_is_older() {
        var sealed = with(OLD).seal(SECRET, "ann");

        assertThat(with(NEW, OLD).open(sealed, "ann").orElseThrow().isOutdated())
                .isTrue();
        assertThat(with(NEW).open(sealed, "ann")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "x",
                "00000000.",
                "00000000.AAAA",
                "KEY.",
                "KEY.A",
                "KEY.%%%",
                "KEY.AAAAAAAAAAAAAAAAAAAA"
            })
    void what_was_not_sealed_here_does_not_open(String text) {
        var id = with(NEW).seal(SECRET, "ann").substring(0, 8);

        assertThat(with(NEW).open(text.replace("KEY", id), "ann")).isEmpty();
    }

    @Test
    void no_changed_character_opens() {
        var sealed = with(NEW).seal(SECRET, "ann");
        for (int i = 0; i < sealed.length() - 1; i++) {
            char other = sealed.charAt(i) == 'A' ? 'B' : 'A';
            var changed = sealed.substring(0, i) + other + sealed.substring(i + 1);
            assertThat(with(NEW).open(changed, "ann")).isEmpty();
        }
    }

    @Test
    void a_key_of_another_length_is_refused() {
        assertThatThrownBy(() -> with(new byte[16])).isInstanceOf(IllegalArgumentException.class);
    }
}
