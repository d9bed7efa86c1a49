package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class RandomnessTest {
    private static final Randomness ONES = length -> {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xff);
        return bytes;
    };

    @Test
    void bytes_become_text() {
        assertThat(ONES.hex(4)).isEqualTo("ffffffff");
        assertThat(ONES.base64Url(4)).isEqualTo("_____w");
        assertThat(ONES.uuid()).isEqualTo("ffffffff-ffff-4fff-bfff-ffffffffffff");
        Randomness zeros = byte[]::new;
        assertThat(zeros.uuid()).isEqualTo("00000000-0000-4000-8000-000000000000");
    }

    @Test
    void it_does_not_repeat() {
        var random = Randomness.secure();
        var seen = new HashSet<String>();
        for (int i = 0; i < 1000; i++) {
            var uuid = UUID.fromString(random.uuid());
            assertThat(uuid.version()).isEqualTo(4);
            assertThat(uuid.variant()).isEqualTo(2);
            seen.add(uuid.toString());
            seen.add(random.hex(16));
            seen.add(random.base64Url(16));
        }
        assertThat(seen).hasSize(3000);
        assertThat(random.bytes(0)).isEmpty();
    }
}
