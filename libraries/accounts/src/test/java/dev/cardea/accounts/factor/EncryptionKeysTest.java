package dev.cardea.accounts.factor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptionKeysTest {
    private static final byte[] KEY = new byte[33];

    static {
        KEY[0] = (byte) 0xfb;
        KEY[1] = (byte) 0xff;
    }

    private static List<byte[]> derived(String key, String purpose) {
        return EncryptionKeys.parse(List.of(key)).derive(purpose, List.of());
    }

    @Test
    void a_key_is_the_same_however_it_is_written() {
        var expected = derived(HexFormat.of().formatHex(KEY), "a").get(0);

        assertThat(expected).hasSize(32);
        for (var text : List.of(
                HexFormat.of().withUpperCase().formatHex(KEY),
                Base64.getEncoder().encodeToString(KEY) + "\n",
                Base64.getUrlEncoder().withoutPadding().encodeToString(KEY))) {
            assertThat(derived(text, "a")).containsExactly(expected);
        }
        assertThat(derived(HexFormat.of().formatHex(KEY), "b").get(0)).isNotEqualTo(expected);
    }

    @Test
    void keys_of_the_secrets_come_last() {
        var secret = new byte[32];

        assertThat(EncryptionKeys.parse(List.of("00".repeat(32), "01".repeat(32)))
                        .derive("a", List.of(secret)))
                .hasSize(3)
                .last()
                .isSameAs(secret);
        assertThat(EncryptionKeys.NONE.derive("a", List.of(secret))).containsExactly(secret);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "correct horse battery staple correct horse battery staple",
                "3eb0c1f1a7a94b9d8c6f5e4d3c2b1a09",
                "ppppppppppppppppppppppppppppppppppppppppppp=pppppppp"
            })
    void what_has_fewer_than_32_bytes_is_refused_without_showing_it(String text) {
        assertThatThrownBy(() -> EncryptionKeys.parse(List.of("00".repeat(32), text)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("encryption key 2 must have at least 32 random bytes, as base64 or hex")
                .hasNoCause();
    }
}
