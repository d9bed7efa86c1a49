package dev.cardea.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.EncryptionMethod;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWEAlgorithm;
import com.nimbusds.jose.JWEHeader;
import com.nimbusds.jose.JWEObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.DirectEncrypter;
import dev.cardea.jose.ContentEncryption;
import dev.cardea.jose.Hkdf;
import dev.cardea.jose.JoseException;
import dev.cardea.jose.Jwe;
import dev.cardea.json.Claims;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EncryptedJwtTest {
    private static final String SALT = "authjs.session-token";
    private static final Secrets SECRETS = Secrets.of("secret");
    private static final long NOW = 1_800_000_000L;

    private final EncryptedJwt codec = at(NOW);

    @Test
    void times_and_id_are_added_at_the_end() {
        assertThat(roundTrip(Claims.of("sub", "1").with("n", null)).asMap().keySet())
                .containsExactly("sub", "n", "iat", "exp", "jti");
    }

    @Test
    void existing_times_and_id_are_replaced_in_place() {
        var claims = roundTrip(
                Claims.of("exp", 1L).with("sub", "1").with("jti", "mine").with("iat", "x"));
        assertThat(claims.asMap().keySet()).containsExactly("exp", "sub", "jti", "iat");
        assertThat(claims.value("iat")).isEqualTo(NOW);
        assertThat(claims.value("exp")).isEqualTo(NOW + 2_592_000);
        assertThat(UUID.fromString(claims.text("jti")).version()).isEqualTo(4);
    }

    @Test
    void seconds_are_rounded_down() {
        var clock = Clock.fixed(Instant.ofEpochSecond(NOW, 999_999_999), ZoneOffset.UTC);
        var late = new EncryptedJwt(clock, Randomness.secure());
        var token = late.encode(new EncodeParams(Claims.NONE, SECRETS, SALT, 60));
        var claims = codec.decode(new DecodeParams(token, SECRETS, SALT)).orElseThrow();
        assertThat(claims.value("iat")).isEqualTo(NOW);
        assertThat(claims.value("exp")).isEqualTo(NOW + 60);
    }

    @Test
    void the_same_claims_make_two_different_tokens() {
        var params = new EncodeParams(Claims.of("sub", "1"), SECRETS, SALT);
        var one = codec.encode(params).split("\\.");
        var other = codec.encode(params).split("\\.");
        assertThat(one[2]).isNotEqualTo(other[2]);
        assertThat(roundTrip(Claims.NONE).text("jti"))
                .isNotEqualTo(roundTrip(Claims.NONE).text("jti"));
    }

    /** A signed 32-bit count of seconds ends on 2038-01-19. */
    @Test
    void tokens_live_beyond_2038() {
        long later = Instant.parse("2038-01-19T03:14:08Z").getEpochSecond();
        var token = at(later - 1).encode(new EncodeParams(Claims.NONE, SECRETS, SALT));
        var claims = at(later).decode(new DecodeParams(token, SECRETS, SALT)).orElseThrow();
        assertThat(claims.value("exp")).isEqualTo(later - 1 + 2_592_000);
        assertThat(Instant.ofEpochSecond((Long) claims.value("exp"))).isAfter(Instant.parse("2038-02-01T00:00:00Z"));
    }

    @Test
    void the_header_holds_algorithms_and_kid_only() {
        var token = codec.encode(new EncodeParams(Claims.NONE, SECRETS, SALT));
        var header = new String(
                Base64.getUrlDecoder().decode(token.substring(0, token.indexOf('.'))), StandardCharsets.UTF_8);
        var kid = new DerivedKeys()
                .of("secret", SALT, ContentEncryption.A256CBC_HS512)
                .kid();
        assertThat(header).isEqualTo("{\"alg\":\"dir\",\"enc\":\"A256CBC-HS512\",\"kid\":\"" + kid + "\"}");
    }

    @Test
    void an_absent_token_is_not_an_error() {
        assertThat(codec.decode(new DecodeParams(null, SECRETS, SALT))).isEmpty();
        assertThat(codec.decode(new DecodeParams("", SECRETS, SALT))).isEmpty();
    }

    @Test
    void a_token_stays_valid_through_a_rotation_until_its_secret_is_removed() {
        var token = codec.encode(new EncodeParams(Claims.NONE, Secrets.of("a"), SALT));
        assertThat(decode(token, Secrets.of("b", "a"))).isNotNull();
        assertThat(decode(token, Secrets.of("c", "b", "a"))).isNotNull();
        assertRefused(token, Secrets.of("c", "b"), SALT);
        var renewed = codec.encode(new EncodeParams(Claims.NONE, Secrets.of("b", "a"), SALT));
        assertThat(decode(renewed, Secrets.of("b"))).isNotNull();
        assertRefused(renewed, Secrets.of("a"), SALT);
    }

    /** Other issuers omit it; Auth.js would try the first secret only. */
    @Test
    void a_token_without_kid_is_tried_with_each_secret() {
        for (var enc : ContentEncryption.values()) {
            var token = withoutKid("b", enc);
            assertThat(decode(token, Secrets.of("b"))).isNotNull();
            assertThat(decode(token, Secrets.of("a", "b"))).isNotNull();
            assertThat(decode(token, Secrets.of("a", "c", "b", "d"))).isNotNull();
            assertRefused(token, Secrets.of("a", "c"), SALT);
        }
    }

    @Test
    void many_secrets_are_supported() {
        var all = IntStream.range(0, 64).mapToObj(i -> "secret" + i).toList();
        var oldest = codec.encode(new EncodeParams(Claims.NONE, Secrets.of(all.get(63)), SALT));
        assertThat(decode(oldest, Secrets.of(all))).isNotNull();
        assertThat(decode(withoutKid(all.get(63), ContentEncryption.A256GCM), Secrets.of(all)))
                .isNotNull();
    }

    @Test
    void a_token_for_one_purpose_is_invalid_for_another() {
        var token = codec.encode(new EncodeParams(Claims.of("sub", "1"), SECRETS, SALT));
        for (var salt :
                new String[] {"", "__Secure-" + SALT, "authjs.state", "encodedState", SALT + " ", "Authjs.session-token"
                }) {
            assertRefused(token, SECRETS, salt);
        }
        assertRefused(token, Secrets.of("Secret"), SALT);
        assertRefused(token, Secrets.of("secret "), SALT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"exp\":1799999985}",
                "{\"exp\":0}",
                "{\"exp\":-1e308}",
                "{\"exp\":\"1900000000\"}",
                "{\"exp\":null}",
                "{\"exp\":true}",
                "{\"exp\":[1900000000]}",
                "{}",
                "{\"exp\":1900000000,\"nbf\":1800000016}",
                "{\"exp\":1900000000,\"nbf\":\"0\"}",
                "{\"exp\":1900000000,\"nbf\":null}",
                "{\"exp\":1900000000,\"iat\":\"0\"}",
                "{\"exp\":1900000000,\"iat\":null}",
                "{\"exp\":1,\"exp\":1900000000}",
                "[{\"exp\":1900000000}]",
                "\"exp\"",
                "1900000000",
                "null",
                "",
                "{\"exp\":1900000000",
                "{\"exp\":1e400}"
            })
    void invalid_times_are_rejected(String payload) {
        assertRefused(sealed(payload), SECRETS, SALT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"exp\":1799999986}",
                "{\"exp\":1799999985.5}",
                "{\"exp\":1e308}",
                "{\"exp\":12345678901234567890}",
                "{\"exp\":1900000000,\"nbf\":1800000015}",
                "{\"exp\":1900000000,\"iat\":1900000000}"
            })
    void times_at_the_limit_are_accepted(String payload) {
        assertThat(decode(sealed(payload), SECRETS)).isNotNull();
    }

    @Test
    void a_payload_with_excessive_nesting_is_rejected() {
        for (int depth : new int[] {129, 100_000}) {
            assertRefused(
                    sealed("{\"exp\":1900000000,\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}"), SECRETS, SALT);
            assertRefused(sealed("{\"a\":".repeat(depth)), SECRETS, SALT);
        }
    }

    @Test
    void it_is_safe_for_concurrent_use() throws Exception {
        var threads = Executors.newFixedThreadPool(8);
        try {
            var work = IntStream.range(0, 400)
                    .<Callable<Object>>mapToObj(
                            i -> () -> roundTrip(Claims.of("n", i)).value("n"))
                    .toList();
            var results = threads.invokeAll(work);
            for (int i = 0; i < work.size(); i++)
                assertThat(results.get(i).get()).isEqualTo((long) i);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void the_facade_does_the_same_on_the_system_clock() {
        var token = Jwt.encode(new EncodeParams(Claims.of("sub", "42"), SECRETS, SALT, 60));
        assertThat(Jwt.decode(new DecodeParams(token, SECRETS, SALT))
                        .orElseThrow()
                        .text("sub"))
                .isEqualTo("42");
        assertThat(Jwt.decode(new DecodeParams(null, SECRETS, SALT))).isEmpty();
        var over = Jwt.encode(new EncodeParams(Claims.NONE, SECRETS, SALT, -16));
        assertThatThrownBy(() -> Jwt.decode(new DecodeParams(over, SECRETS, SALT)))
                .isInstanceOf(JoseException.class);
    }

    private Claims roundTrip(Claims claims) {
        return decode(codec.encode(new EncodeParams(claims, SECRETS, SALT)), SECRETS);
    }

    private Claims decode(String token, Secrets secrets) {
        return codec.decode(new DecodeParams(token, secrets, SALT)).orElseThrow();
    }

    private void assertRefused(String token, Secrets secrets, String salt) {
        assertThatThrownBy(() -> codec.decode(new DecodeParams(token, secrets, salt)))
                .isInstanceOf(JoseException.class);
    }

    private static String sealed(String payload) {
        var key = new DerivedKeys().of("secret", SALT, ContentEncryption.A256CBC_HS512);
        return Jwe.seal(key, new byte[16], payload);
    }

    private static String withoutKid(String secret, ContentEncryption enc) {
        byte[] key = Hkdf.sha256(
                utf8(secret), utf8(SALT), utf8("Auth.js Generated Encryption Key (" + SALT + ")"), enc.keyLength());
        var jwe = new JWEObject(
                new JWEHeader(JWEAlgorithm.DIR, EncryptionMethod.parse(enc.wire())),
                new Payload("{\"exp\":1900000000}"));
        try {
            jwe.encrypt(new DirectEncrypter(key));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
        return jwe.serialize();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static EncryptedJwt at(long seconds) {
        return new EncryptedJwt(Clock.fixed(Instant.ofEpochSecond(seconds), ZoneOffset.UTC), Randomness.secure());
    }
}
