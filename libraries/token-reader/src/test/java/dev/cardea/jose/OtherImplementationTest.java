package dev.cardea.jose;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectDecrypter;
import com.nimbusds.jose.crypto.DirectEncrypter;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Nimbus opens tokens of this codec and this codec opens tokens of Nimbus, whatever their length. */
class OtherImplementationTest {
    private final Random random = new Random(7516);

    @ParameterizedTest
    @EnumSource
    void nimbus_opens_tokens_of_this_codec(ContentEncryption enc) throws ParseException, JOSEException {
        for (int length = 0; length < 200; length++) {
            byte[] key = bytes(enc.keyLength());
            var text = text(length);
            var jwe = JWEObject.parse(Jwe.seal(new SealingKey(enc, key), bytes(enc.ivLength()), text));
            jwe.decrypt(new DirectDecrypter(key));
            assertThat(jwe.getPayload().toBytes()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @EnumSource
    void this_codec_opens_tokens_of_nimbus(ContentEncryption enc) throws JOSEException {
        for (int length = 0; length < 200; length++) {
            byte[] key = bytes(enc.keyLength());
            var sealingKey = new SealingKey(enc, key);
            var text = text(length);
            var header = new JWEHeader.Builder(JWEAlgorithm.DIR, EncryptionMethod.parse(enc.wire()))
                    .keyID(sealingKey.kid())
                    .build();
            var jwe = new JWEObject(header, new Payload(text));
            jwe.encrypt(new DirectEncrypter(key));
            var parsed = Jwe.parse(jwe.serialize(), sealingKey);
            assertThat(parsed.kid()).isEqualTo(sealingKey.kid());
            assertThat(parsed.open(sealingKey)).isEqualTo(text);
        }
    }

    /** RFC 7638. */
    @ParameterizedTest
    @EnumSource
    void nimbus_computes_the_same_key_names(ContentEncryption enc) throws JOSEException {
        byte[] key = bytes(enc.keyLength());
        var hash = enc == ContentEncryption.A256GCM ? "SHA-256" : "SHA-512";
        assertThat(new SealingKey(enc, key).kid())
                .isEqualTo(new OctetSequenceKey.Builder(key)
                        .build()
                        .computeThumbprint(hash)
                        .toString());
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text(int length) {
        return random.ints(length, 0x20, 0x2000)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
