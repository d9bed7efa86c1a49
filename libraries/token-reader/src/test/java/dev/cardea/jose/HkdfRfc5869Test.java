package dev.cardea.jose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** RFC 5869, appendix A. */
class HkdfRfc5869Test {
    private static final byte[] ONE = {1};

    @Test
    void a_1_a_basic_case() {
        assertThat(derived("0b".repeat(22), range(0x00, 13), range(0xf0, 10), 42))
                .isEqualTo("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865");
    }

    @Test
    void a_2_longer_inputs_and_more_than_one_block() {
        assertThat(derived(range(0x00, 80), range(0x60, 80), range(0xb0, 80), 82))
                .isEqualTo("b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c"
                        + "59045a99cac7827271cb41c65e590e09da3275600c2f09b8367793a9aca3db71"
                        + "cc30c58179ec3e87c14c01d5c1f3434f1d87");
    }

    @Test
    void a_3_without_salt_and_info() {
        assertThat(derived("0b".repeat(22), "", "", 42))
                .isEqualTo("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8");
    }

    @Test
    void a_shorter_key_is_the_beginning_of_a_longer_one() {
        byte[] longest = Hkdf.sha256(ONE, ONE, ONE, 255 * 32);
        for (int length : new int[] {1, 31, 32, 33, 64, 8159}) {
            assertThat(longest).startsWith(Hkdf.sha256(ONE, ONE, ONE, length)).hasSizeGreaterThan(length);
        }
    }

    @Test
    void invalid_lengths_are_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.sha256(new byte[0], ONE, ONE, 32));
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.sha256(ONE, ONE, new byte[1025], 32));
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.sha256(ONE, ONE, ONE, 255 * 32 + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.sha256(ONE, ONE, ONE, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> Hkdf.sha256(ONE, ONE, ONE, -1));
        assertThat(Hkdf.sha256(ONE, ONE, new byte[1024], 32)).hasSize(32);
    }

    private static String derived(String ikm, String salt, String info, int length) {
        var hex = HexFormat.of();
        return hex.formatHex(Hkdf.sha256(hex.parseHex(ikm), hex.parseHex(salt), hex.parseHex(info), length));
    }

    private static String range(int first, int count) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) bytes[i] = (byte) (first + i);
        return HexFormat.of().formatHex(bytes);
    }
}
