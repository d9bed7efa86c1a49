package dev.cardea.jose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.cardea.jose.ContentEncryption.SealedText;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** RFC 7516 with alg dir: which tokens are accepted and which are rejected. */
class JweTest {
    private static final SealingKey CBC = key(ContentEncryption.A256CBC_HS512);
    private static final SealingKey GCM = key(ContentEncryption.A256GCM);
    private static final String PLAIN = "{\"sub\":\"1\"}";

    @ParameterizedTest
    @EnumSource
    void sealed_text_is_opened(ContentEncryption enc) {
        var key = key(enc);
        for (var text : new String[] {"", "x", "{}", "Žofie 🔐", "meant: \uFFFD", "y".repeat(100_000)}) {
            var jwe = Jwe.parse(sealed(key, text), key);
            assertThat(jwe.open(key)).isEqualTo(text);
            assertThat(jwe.enc()).isEqualTo(enc);
            assertThat(jwe.kid()).isEqualTo(key.kid());
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @EnumSource
    void concurrent_callers_share_a_key_with_forged_tokens(ContentEncryption enc) {
        var key = key(enc);
        var forged = sealed(new SealingKey(enc, new byte[enc.keyLength()]), PLAIN);
        IntStream.range(0, 20_000).parallel().forEach(i -> {
            var text = "{\"n\":" + i + "}";
            if (i % 3 == 0) assertRefused(forged, key);
            assertThat(Jwe.parse(sealed(key, text), key).open(key)).isEqualTo(text);
        });
    }

    @ParameterizedTest
    @EnumSource
    void the_usual_key_only_saves_work(ContentEncryption enc) {
        var token = sealed(key(enc), PLAIN);
        for (var usual : new SealingKey[] {CBC, GCM, new SealingKey(ContentEncryption.A256GCM, new byte[32])}) {
            var jwe = Jwe.parse(token, usual);
            assertThat(jwe.enc()).isEqualTo(enc);
            assertThat(jwe.kid()).isEqualTo(key(enc).kid());
            assertThat(jwe.open(key(enc))).isEqualTo(PLAIN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void every_bit_of_every_part_counts(ContentEncryption enc) {
        var key = key(enc);
        var parts = sealed(key, PLAIN).split("\\.");
        for (int part = 0; part < parts.length; part++) {
            byte[] bytes = Base64.getUrlDecoder().decode(parts[part]);
            for (int bit = 0; bit < bytes.length * 8; bit++) {
                byte[] changed = bytes.clone();
                changed[bit / 8] ^= (byte) (1 << bit % 8);
                var token = parts.clone();
                token[part] = base64(changed);
                assertRefused(String.join(".", token), key);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_part_with_a_byte_missing_or_added_is_rejected(ContentEncryption enc) {
        var key = key(enc);
        var parts = sealed(key, PLAIN).split("\\.");
        for (int part = 0; part < parts.length; part++) {
            byte[] bytes = Base64.getUrlDecoder().decode(parts[part]);
            for (int length = 0; length <= bytes.length + 1; length++) {
                if (length == bytes.length) continue;
                var token = parts.clone();
                token[part] = base64(Arrays.copyOf(bytes, length));
                assertRefused(String.join(".", token), key);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "....",
                ".....",
                "a",
                "a.b",
                "a.b.c",
                "a.b.c.d",
                "a.b.c.d.e",
                "a..c.d.e",
                "\u0000",
                "🔐",
                " ",
                "%",
                "null",
                "undefined",
                "{}",
                "a....e"
            })
    void a_token_without_five_well_formed_parts_is_rejected(String token) {
        assertRefused(token, CBC);
    }

    @Test
    void an_encrypted_key_a_sixth_part_or_a_missing_one_is_rejected() {
        var token = sealed(CBC, PLAIN);
        assertRefused(token.replace("..", ".AAAA."), CBC);
        assertRefused(token + ".", CBC);
        assertRefused(token + ".AAAA", CBC);
        assertRefused("." + token, CBC);
        assertRefused(token.substring(0, token.lastIndexOf('.')), CBC);
    }

    /** RFC 7515 §2: base64url without padding, line breaks or anything else. */
    @Test
    void a_part_has_one_spelling() {
        var parts = sealed(CBC, PLAIN).split("\\.");
        for (int part : new int[] {0, 2, 3, 4}) {
            for (var end : new String[] {"=", "==", " ", "\n", "\r\n", "\t", "+", "/", "*", "é", "\u0000"}) {
                for (var spelling : new String[] {parts[part] + end, end + parts[part]}) {
                    var token = parts.clone();
                    token[part] = spelling;
                    assertRefused(String.join(".", token), CBC);
                }
            }
        }
        var tag = parts[4];
        assertThat(tag).hasSize(43);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(tag.charAt(42));
        for (int bits = 1; bits < 4; bits++) {
            var token = parts.clone();
            token[4] = tag.substring(0, 42) + alphabet.charAt(last | bits);
            assertThat(Base64.getUrlDecoder().decode(token[4]))
                    .isEqualTo(Base64.getUrlDecoder().decode(tag));
            assertRefused(String.join(".", token), CBC);
        }
    }

    /** The tag is valid, so that only the header can cause the rejection (RFC 7516 §4.1, RFC 8725 §3.1). */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "\"dir\"",
                "{}",
                "{\"alg\":\"dir\"}",
                "{\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"none\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"nOnE\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"DIR\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"dir \",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":[\"dir\"],\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":null,\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"A256KW\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"RSA1_5\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"RSA-OAEP\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"ECDH-ES\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"PBES2-HS512+A256KW\",\"enc\":\"A256CBC-HS512\",\"p2c\":2147483647,\"p2s\":\"AAAA\"}",
                "{\"alg\":\"dir\",\"enc\":\"a256cbc-hs512\"}",
                "{\"alg\":\"dir\",\"enc\":\"A128CBC-HS256\"}",
                "{\"alg\":\"dir\",\"enc\":\"A192CBC-HS384\"}",
                "{\"alg\":\"dir\",\"enc\":\"A128GCM\"}",
                "{\"alg\":\"dir\",\"enc\":[\"A256CBC-HS512\"]}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"zip\":\"DEF\"}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"zip\":null}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"crit\":[\"x\"],\"x\":1}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"crit\":[\"b64\"],\"b64\":false}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"crit\":[]}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"crit\":null}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"kid\":[\"x\"]}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"kid\":1}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"kid\":null}",
                "{\"alg\":\"none\",\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"dir\",\"a\\u006cg\":\"dir\",\"enc\":\"A256CBC-HS512\"}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"} x",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"",
                "\uFEFF{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"}",
                "{'alg':'dir','enc':'A256CBC-HS512'}"
            })
    void any_other_header_is_rejected(String header) throws GeneralSecurityException {
        var token = token(header.getBytes(StandardCharsets.UTF_8), PLAIN.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Jwe.parse(token, CBC)).isInstanceOf(JoseException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"}",
                " {\n\"enc\" : \"A256CBC-HS512\", \"alg\":\"d\\u0069r\" } ",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"typ\":\"JWT\",\"cty\":\"JWT\"}",
                "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"jku\":\"https://elsewhere.example\",\"jwk\":{\"kty\":\"oct\"}}"
            })
    void other_header_members_change_nothing(String header) throws GeneralSecurityException {
        var token = token(header.getBytes(StandardCharsets.UTF_8), PLAIN.getBytes(StandardCharsets.UTF_8));
        var jwe = Jwe.parse(token, CBC);
        assertThat(jwe.kid()).isNull();
        assertThat(jwe.open(CBC)).isEqualTo(PLAIN);
    }

    /** RFC 8725 §3.7. */
    @Test
    void text_that_is_not_UTF_8_is_rejected() throws GeneralSecurityException {
        byte[] header = "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"}".getBytes(StandardCharsets.UTF_8);
        byte[][] texts = {
            {(byte) 0xff},
            {'a', (byte) 0xc0, (byte) 0xaf},
            {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            {(byte) 0xe2, (byte) 0x82},
            PLAIN.getBytes(StandardCharsets.UTF_16)
        };
        for (byte[] text : texts) {
            var jwe = Jwe.parse(token(header, text), CBC);
            assertThatThrownBy(() -> jwe.open(CBC)).isInstanceOf(JoseException.class);
        }
        byte[] broken = "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"x\":\"~\"}".getBytes(StandardCharsets.UTF_8);
        broken[broken.length - 3] = (byte) 0xff;
        var token = token(broken, new byte[0]);
        assertThatThrownBy(() -> Jwe.parse(token, CBC)).hasMessage("the text is not UTF-8");
    }

    @Test
    void a_key_for_the_other_encryption_opens_nothing() {
        var jwe = Jwe.parse(sealed(CBC, PLAIN), CBC);
        assertThatThrownBy(() -> jwe.open(GCM)).hasMessage("the key is for another encryption");
    }

    @Test
    void huge_and_hostile_tokens_are_rejected_immediately() {
        var huge = "A".repeat(50_000_000);
        var header = base64("{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\"}".getBytes(StandardCharsets.UTF_8));
        var iv = base64(new byte[16]);
        var tag = base64(new byte[32]);
        var deep = base64(("{\"a\":" + "[".repeat(700)).getBytes(StandardCharsets.UTF_8));
        var tokens = List.of(
                huge,
                huge + ".." + iv + ".AAAA." + tag,
                header + ".." + iv + "." + huge + "." + tag,
                ".".repeat(1_000_000),
                "A".repeat(900_000) + ".." + iv + ".AAAA." + tag,
                header + ".." + iv + "." + "A".repeat(900_000) + "." + tag,
                deep + ".." + iv + ".AAAA." + tag);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> tokens.forEach(token -> assertRefused(token, CBC)));
    }

    @Test
    void a_token_too_long_to_be_read_again_is_not_made() {
        assertThatIllegalArgumentException().isThrownBy(() -> sealed(CBC, "x".repeat(800_000)));
        assertThat(Jwe.parse(sealed(CBC, "x".repeat(700_000)), CBC).open(CBC)).hasSize(700_000);
    }

    @Test
    void the_longest_token_that_is_sealed_is_opened_and_the_longest_header_is_read() throws GeneralSecurityException {
        int longest = 1 << 20;
        // Three bytes become four characters.
        int text = (longest - sealed(GCM, "").length()) * 3 / 4;
        var token = sealed(GCM, "x".repeat(text));
        assertThat(token).hasSize(longest);
        assertThat(Jwe.parse(token, GCM).open(GCM)).hasSize(text);
        assertThatIllegalArgumentException().isThrownBy(() -> sealed(GCM, "x".repeat(text + 1)));
        var start = "{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"kid\":\"";
        for (int length : new int[] {768, 769}) {
            byte[] header = (start + "k".repeat(length - start.length() - 2) + "\"}").getBytes(StandardCharsets.UTF_8);
            var named = token(header, PLAIN.getBytes(StandardCharsets.UTF_8));
            if (length == 768) assertThat(Jwe.parse(named, CBC).open(CBC)).isEqualTo(PLAIN);
            else assertRefused(named, CBC);
        }
    }

    @Test
    void a_vector_of_another_length_is_rejected() {
        assertThatIllegalArgumentException().isThrownBy(() -> Jwe.seal(GCM, new byte[16], PLAIN));
        assertThatIllegalArgumentException().isThrownBy(() -> Jwe.seal(CBC, new byte[12], PLAIN));
        assertThatIllegalArgumentException().isThrownBy(() -> Jwe.seal(CBC, new byte[0], PLAIN));
    }

    @Test
    void a_message_contains_nothing_of_the_token() {
        var token = sealed(CBC, "{\"password\":\"opensesame\"}");
        var other = new SealingKey(ContentEncryption.A256CBC_HS512, new byte[64]);
        assertThatThrownBy(() -> Jwe.parse(token, CBC).open(other)).satisfies(e -> {
            assertThat(e.getMessage()).isEqualTo("the token could not be decrypted");
            for (var part : token.split("\\."))
                if (!part.isEmpty()) assertThat(e.toString()).doesNotContain(part);
        });
    }

    private static void assertRefused(String token, SealingKey key) {
        assertThatThrownBy(() -> Jwe.parse(token, key).open(key)).isInstanceOf(JoseException.class);
    }

    private static String token(byte[] header, byte[] plain) throws GeneralSecurityException {
        var encoded = base64(header);
        byte[] iv = new byte[16];
        SealedText sealed = CBC.seal(iv, encoded.getBytes(StandardCharsets.US_ASCII), plain);
        return encoded + ".." + base64(iv) + "." + base64(sealed.text()) + "." + base64(sealed.tag());
    }

    private static String sealed(SealingKey key, String text) {
        return Jwe.seal(key, new byte[Jwe.ivLength(key)], text);
    }

    private static SealingKey key(ContentEncryption enc) {
        byte[] bytes = new byte[enc.keyLength()];
        Arrays.fill(bytes, (byte) 7);
        return new SealingKey(enc, bytes);
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
