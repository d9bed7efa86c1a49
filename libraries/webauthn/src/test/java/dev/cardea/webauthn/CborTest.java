package dev.cardea.webauthn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.webauthn.spi.CeremonyException;
import java.util.HexFormat;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** CBOR of authenticators is one map to its last byte. The fuzz target of CBOR has further rules. */
class CborTest {
    @ParameterizedTest
    @ValueSource(strings = {"a0", "a10102", "a20102036178", "a101820102", "a101a10203", "a1012a", "a10143010203"})
    void one_map_is_read(String hex) {
        assertThat(Cbor.map(HexFormat.of().parseHex(hex)).isObject()).isTrue();
    }

    /** The library takes tags at the end, such as {@code ce}, for nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"a0ce", "a0cececece", "a0d9d9f7", "a10102c0", "a000", "a0a0", "a0f6", "a0ff", "a10102ce03"})
    void bytes_behind_the_map_are_rejected(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        assertThatThrownBy(() -> Cbor.map(bytes)).isInstanceOf(CeremonyException.class);
    }
}
