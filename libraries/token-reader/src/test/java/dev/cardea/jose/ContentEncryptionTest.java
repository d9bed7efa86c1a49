package dev.cardea.jose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cardea.jose.ContentEncryption.SealedText;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The examples of RFC 7518 and RFC 7516 for the two encryptions. */
class ContentEncryptionTest {
    private static final HexFormat HEX = HexFormat.of();

    /** RFC 7518, appendix B.3. */
    private static final class B3 {
        static final byte[] KEY = new byte[64];

        static {
            for (int i = 0; i < KEY.length; i++) KEY[i] = (byte) i;
        }

        static final byte[] IV = HEX.parseHex("1af38c2dc2b96ffdd86694092341bc04");
        static final byte[] AAD = ascii("The second principle of Auguste Kerckhoffs");
        static final byte[] PLAIN =
                ascii("A cipher system must not be required to be secret, and it must be able to fall"
                        + " into the hands of the enemy without inconvenience");
        static final String TEXT = "4affaaadb78c31c5da4b1b590d10ffbd3dd8d5d302423526912da037ecbcc7bd"
                + "822c301dd67c373bccb584ad3e9279c2e6d12a1374b77f077553df829410446b"
                + "36ebd97066296ae6427ea75c2e0846a11a09ccf5370dc80bfecbad28c73f09b3"
                + "a3b75e662a2594410ae496b2e2e6609e31e6e02cc837f053d21f37ff4f51950b"
                + "be2638d09dd7a4930930806d0703b1f6";
        static final String TAG = "4dd3b4c088a7f45c216839645b2012bf2e6269a8c56a816dbc1b267761955bc5";
    }

    @Test
    void rfc_7518_b_3_is_sealed_to_the_byte() throws GeneralSecurityException {
        var sealed = cbc().seal(B3.IV, B3.AAD, B3.PLAIN);
        assertThat(HEX.formatHex(sealed.text())).isEqualTo(B3.TEXT);
        assertThat(HEX.formatHex(sealed.tag())).isEqualTo(B3.TAG);
    }

    @Test
    void rfc_7518_b_3_is_opened() throws GeneralSecurityException {
        var sealed = new SealedText(HEX.parseHex(B3.TEXT), HEX.parseHex(B3.TAG));
        assertThat(cbc().open(B3.IV, B3.AAD, sealed)).isEqualTo(B3.PLAIN);
    }

    /** RFC 7516, appendix A.1, from the content encryption key on. */
    @Test
    void rfc_7516_a_1_is_sealed_and_opened() throws GeneralSecurityException {
        var url = Base64.getUrlDecoder();
        var key = new SealingKey(
                ContentEncryption.A256GCM,
                HEX.parseHex("b1a1f480548fe1733fb403ff6b9ad4f68a076e5b702e22692f82cb2e7aea40fc"));
        byte[] iv = HEX.parseHex("e3c575fc02dbe944b4e14ddb");
        byte[] aad = ascii("eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ");
        byte[] plain = ascii("The true sign of intelligence is not knowledge but imagination.");
        byte[] text =
                url.decode("5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A");
        byte[] tag = url.decode("XFBoMYUZodetZdvTiFvSkQ");
        var sealed = key.seal(iv, aad, plain);
        assertThat(sealed.text()).isEqualTo(text);
        assertThat(sealed.tag()).isEqualTo(tag);
        assertThat(key.open(iv, aad, new SealedText(text, tag))).isEqualTo(plain);
    }

    @Test
    void a_bit_changed_anywhere_is_rejected() throws GeneralSecurityException {
        for (var enc : ContentEncryption.values()) {
            var key = new SealingKey(enc, Arrays.copyOf(B3.KEY, enc.keyLength()));
            byte[] iv = new byte[enc.ivLength()];
            var sealed = key.seal(iv, B3.AAD, B3.PLAIN);
            byte[][] parts = {iv, B3.AAD.clone(), sealed.text(), sealed.tag()};
            for (byte[] part : parts) {
                for (int bit = 0; bit < part.length * 8; bit++) {
                    part[bit / 8] ^= (byte) (1 << bit % 8);
                    assertThatThrownBy(() -> key.open(parts[0], parts[1], new SealedText(parts[2], parts[3])))
                            .isInstanceOf(GeneralSecurityException.class);
                    part[bit / 8] ^= (byte) (1 << bit % 8);
                }
            }
            assertThat(key.open(parts[0], parts[1], sealed)).isEqualTo(B3.PLAIN);
        }
    }

    /** RFC 7518 §5.2.2.2: the tag is verified first, so that padding errors reveal nothing. */
    @Test
    void bad_padding_behind_a_bad_tag_looks_like_a_bad_tag() {
        var badPadding = new SealedText(new byte[32], new byte[32]);
        var noBlock = new SealedText(new byte[7], new byte[32]);
        for (var sealed : new SealedText[] {badPadding, noBlock}) {
            assertThatThrownBy(() -> cbc().open(B3.IV, B3.AAD, sealed))
                    .hasMessage("the authentication tag does not match");
        }
    }

    @Test
    void a_key_of_another_length_is_rejected() {
        for (int length : new int[] {0, 16, 31, 33, 63, 65}) {
            for (var enc : ContentEncryption.values()) {
                assertThatIllegalArgumentException().isThrownBy(() -> new SealingKey(enc, new byte[length]));
            }
        }
    }

    @Test
    void the_names_are_those_of_RFC_7518() {
        assertThat(ContentEncryption.parse("A256CBC-HS512")).contains(ContentEncryption.A256CBC_HS512);
        assertThat(ContentEncryption.parse("A256GCM")).contains(ContentEncryption.A256GCM);
        assertThat(ContentEncryption.parse("a256gcm")).isEmpty();
        assertThat(ContentEncryption.parse("A128CBC-HS256")).isEmpty();
        assertThat(ContentEncryption.parse("")).isEmpty();
    }

    private static SealingKey cbc() {
        return new SealingKey(ContentEncryption.A256CBC_HS512, B3.KEY);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
