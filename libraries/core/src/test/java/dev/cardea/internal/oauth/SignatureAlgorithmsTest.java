package dev.cardea.internal.oauth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.util.Base64URL;
import dev.cardea.http.HttpHandler;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.observe.ProviderId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignatureAlgorithmsTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-05-01T12:00:00Z"), ZoneOffset.UTC);
    private static final long NOW = CLOCK.instant().getEpochSecond();

    /** RFC 8037, appendix A.4 and A.5. */
    @Test
    void the_example_of_rfc_8037_verifies_and_no_other_payload_does() {
        var key =
                Claims.of("kty", "OKP").with("crv", "Ed25519").with("x", "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo");
        var token = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
                + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg";
        assertThatThrownBy(() -> idTokens(key)
                        .verify(IdTokens.Kind.ID_TOKEN, token, "https://op.example/jwks", List.of("EdDSA"), null))
                .hasMessageContaining("does not hold a JSON object");
        var changed = token.replace("RXhhbXBsZ", "SXhhbXBsZ");
        assertThatThrownBy(() -> idTokens(key)
                        .verify(IdTokens.Kind.ID_TOKEN, changed, "https://op.example/jwks", List.of("EdDSA"), null))
                .hasMessageContaining("signature is wrong");
    }

    @ParameterizedTest
    @ValueSource(strings = {"EdDSA", "Ed25519"})
    void an_id_token_signed_with_ed25519_is_verified(String algorithm) throws Exception {
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var token = signed(pair, algorithm, Claims.of("sub", "ada"));
        var verified = idTokens(jwk(pair))
                .verify(IdTokens.Kind.ID_TOKEN, token, "https://op.example/jwks", List.of(algorithm), null);
        assertThat(verified.claims().text("sub")).isEqualTo("ada");
        assertThat(verified.algorithm()).isEqualTo(algorithm);

        var stranger = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var forged = signed(stranger, algorithm, Claims.of("sub", "ada"));
        assertThatThrownBy(() -> idTokens(jwk(pair))
                        .verify(IdTokens.Kind.ID_TOKEN, forged, "https://op.example/jwks", List.of(algorithm), null))
                .hasMessageContaining("signature is wrong");
    }

    @Test
    void an_announced_but_unsupported_algorithm_is_named_as_the_reason() throws Exception {
        var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        var token = signed(pair, "ES256K", Claims.of("sub", "ada"));
        assertThatThrownBy(() -> idTokens(jwk(pair))
                        .verify(IdTokens.Kind.ID_TOKEN, token, "https://op.example/jwks", List.of("ES256K"), null))
                .hasMessageContaining("an algorithm that is not supported")
                .hasMessageContaining("RS256, RS384");
    }

    @ParameterizedTest
    @CsvSource({
        "RS256, SHA-256",
        "PS384, SHA-384",
        "ES512, SHA-512",
        "HS256, SHA-256",
        "EdDSA, SHA-512",
        "Ed25519, SHA-512"
    })
    void at_hash_is_the_left_half_of_the_hash_of_the_algorithm(String algorithm, String hash) throws Exception {
        var digest = MessageDigest.getInstance(hash).digest("at-1".getBytes(StandardCharsets.US_ASCII));
        var right = Base64URL.encode(Arrays.copyOf(digest, digest.length / 2)).toString();
        assertThat(validate(right, algorithm).text("at_hash")).isEqualTo(right);
        for (var wrong : List.of(
                "",
                "x",
                right + "A",
                right.substring(1),
                Base64URL.encode(digest).toString())) {
            assertThatThrownBy(() -> validate(wrong, algorithm))
                    .hasMessageContaining("at_hash is not the access token's");
        }
        assertThatThrownBy(() -> validate(42, algorithm)).hasMessageContaining("at_hash");
    }

    @Test
    void a_token_without_at_hash_is_accepted() {
        assertThat(validate(null, "RS256").text("sub")).isEqualTo("ada");
    }

    private static Claims validate(Object atHash, String algorithm) {
        var claims = Claims.of("iss", "https://op.example")
                .with("aud", "app")
                .with("sub", "ada")
                .with("iat", NOW)
                .with("exp", NOW + 60)
                .withPresent("at_hash", atHash);
        var expected = new IdTokenClaims.Expectation("https://op.example", "app", null, false, null, "at-1");
        return IdTokenClaims.validate(
                new IdTokens.VerifiedIdToken(claims, algorithm), expected, CLOCK, ProviderId.UNKNOWN);
    }

    private static IdTokens idTokens(Claims key) {
        HttpHandler keys =
                request -> Response.json(200, Claims.of("keys", List.of(key)).toJson());
        return new IdTokens(keys, CLOCK, ProviderId.UNKNOWN);
    }

    private static Claims jwk(KeyPair pair) {
        byte[] encoded = pair.getPublic().getEncoded();
        var x = Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        return Claims.of(Map.of("kty", "OKP", "crv", "Ed25519", "x", x.toString()));
    }

    private static String signed(KeyPair pair, String algorithm, Claims payload) throws GeneralSecurityException {
        var input = Base64URL.encode(Claims.of("alg", algorithm).toJson()) + "." + Base64URL.encode(payload.toJson());
        var signature = Signature.getInstance("Ed25519");
        signature.initSign(pair.getPrivate());
        signature.update(input.getBytes(StandardCharsets.US_ASCII));
        return input + "." + Base64URL.encode(signature.sign());
    }
}
