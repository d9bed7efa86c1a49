package dev.cardea.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SigningKeyTest {
    @ParameterizedTest
    @CsvSource({"secp256r1,ES256", "secp384r1,ES384", "secp521r1,ES512"})
    void a_curve_has_its_algorithm(String curve, String algorithm) throws GeneralSecurityException {
        var maker = KeyPairGenerator.getInstance("EC");
        maker.initialize(new ECGenParameterSpec(curve));
        assertThat(new SigningKey(maker.generateKeyPair().getPrivate(), null).algorithm())
                .isEqualTo(algorithm);
    }

    @Test
    void Ed25519_signs_EdDSA_and_RSA_signs_RS256() throws GeneralSecurityException {
        assertThat(new SigningKey(key("Ed25519", 255), "1").algorithm()).isEqualTo("EdDSA");
        assertThat(new SigningKey(key("RSA", 2048), "1").algorithm()).isEqualTo("RS256");
    }

    @Test
    void a_short_RSA_key_is_rejected() throws GeneralSecurityException {
        var weak = key("RSA", 1024);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SigningKey(weak, null))
                .withMessageContaining("2048 bits");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ed448", "X25519", "DSA"})
    void the_rejection_of_another_key_lists_the_supported_ones(String kind) throws GeneralSecurityException {
        var other = KeyPairGenerator.getInstance(kind).generateKeyPair().getPrivate();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SigningKey(other, null))
                .withMessageContaining("Ed25519");
    }

    private static PrivateKey key(String kind, int size) throws GeneralSecurityException {
        var maker = KeyPairGenerator.getInstance(kind);
        maker.initialize(size);
        return maker.generateKeyPair().getPrivate();
    }
}
