package dev.cardea.webauthn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.Ceremonies;
import dev.cardea.webauthn.spi.CeremonyException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Web Authentication Level 3 §16: bytes and signatures. */
class SpecVectorsTest {
    private final Ceremonies ceremonies = WebAuthn.ceremonies();

    static List<SpecVectors.Vector> vectors() {
        return SpecVectors.all();
    }

    /**
     * In two vectors a value is empty that never is in practice: the list of key purposes (§8.4), and the name of a
     * TPM.
     */
    private static final List<String> NOT_OF_THIS_WORLD = List.of("android-key", "tpm");

    static List<SpecVectors.Vector> withSoundStatements() {
        return vectors().stream()
                .filter(vector -> !NOT_OF_THIS_WORLD.contains(vector.format()))
                .toList();
    }

    static List<SpecVectors.Vector> withoutSoundStatements() {
        return vectors().stream()
                .filter(vector -> NOT_OF_THIS_WORLD.contains(vector.format()))
                .toList();
    }

    @Test
    void the_specification_has_fifteen_vectors() {
        assertThat(vectors()).hasSize(15);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void the_credential_is_read(SpecVectors.Vector vector) {
        var object = ceremonies.attestationObject(vector.made("attestationObject"));
        assertThat(object.format()).isEqualTo(vector.format());
        var data = object.authenticatorData();
        assertThat(data.rpIdHash()).isEqualTo(sha256(SpecVectors.RP_ID.getBytes(StandardCharsets.UTF_8)));
        assertThat(data.userPresent()).isTrue();
        var credential = Objects.requireNonNull(data.credential());
        assertThat(credential.id()).isEqualTo(vector.id());
        assertThat(credential.aaguid()).hasSize(16);
        assertThat(ceremonies.algorithm(credential.publicKey())).isEqualTo(vector.algorithm());
    }

    @ParameterizedTest
    @MethodSource("withSoundStatements")
    void the_statement_is_valid(SpecVectors.Vector vector) throws GeneralSecurityException {
        var object = ceremonies.attestationObject(vector.made("attestationObject"));
        var attestation = ceremonies.attestation(object, sha256(vector.made("clientDataJSON")), SpecVectors.RP_ID);
        assertThat(attestation.format()).isEqualTo(vector.format());
        if (attestation.certificates().isEmpty()) {
            assertThat(attestation.type())
                    .isEqualTo(vector.format().equals("none") ? Attestation.Type.NONE : Attestation.Type.SELF);
            return;
        }
        assertThat(attestation.type()).isEqualTo(Attestation.Type.CERTIFIED);
        var root = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(SpecVectors.attestationCa()));
        attestation.certificates().get(0).verify(root.getPublicKey());
    }

    @ParameterizedTest
    @MethodSource("withSoundStatements")
    void a_statement_about_other_client_data_is_invalid(SpecVectors.Vector vector) {
        var object = ceremonies.attestationObject(vector.made("attestationObject"));
        var other = sha256(vector.signed("clientDataJSON"));
        if (vector.format().equals("none")) return;
        assertThatThrownBy(() -> ceremonies.attestation(object, other, SpecVectors.RP_ID))
                .isInstanceOf(CeremonyException.class);
    }

    @ParameterizedTest
    @MethodSource("withoutSoundStatements")
    void a_statement_without_a_required_part_is_rejected(SpecVectors.Vector vector) {
        var object = ceremonies.attestationObject(vector.made("attestationObject"));
        assertThatThrownBy(
                        () -> ceremonies.attestation(object, sha256(vector.made("clientDataJSON")), SpecVectors.RP_ID))
                .isInstanceOf(CeremonyException.class);
    }

    @ParameterizedTest
    @MethodSource("vectors")
    void the_sign_in_is_signed_and_no_bit_of_it_may_change(SpecVectors.Vector vector) {
        var credential = Objects.requireNonNull(ceremonies
                .attestationObject(vector.made("attestationObject"))
                .authenticatorData()
                .credential());
        byte[] signed = concat(vector.signed("authenticatorData"), sha256(vector.signed("clientDataJSON")));
        byte[] signature = vector.signed("signature");
        assertThat(ceremonies.isSigned(credential.publicKey(), signed, signature))
                .isTrue();
        for (int i = 0; i < signed.length; i += 3) {
            byte[] spoiled = signed.clone();
            spoiled[i] ^= 1;
            assertThat(ceremonies.isSigned(credential.publicKey(), spoiled, signature))
                    .isFalse();
        }
        for (int i = 0; i < signature.length; i += signature.length > 200 ? 31 : 5) {
            byte[] spoiled = signature.clone();
            spoiled[i] ^= (byte) (1 << i % 8);
            assertThat(ceremonies.isSigned(credential.publicKey(), signed, spoiled))
                    .isFalse();
        }
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
