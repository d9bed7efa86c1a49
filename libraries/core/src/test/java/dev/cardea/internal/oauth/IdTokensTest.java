package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import dev.cardea.StillClock;
import dev.cardea.http.Response;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.IdTokenRule.Rule;
import dev.cardea.provider.OAuthException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which signed tokens of a provider are accepted, before any claim is read. */
class IdTokensTest {
    private static final String JWKS = "https://op.example/jwks";
    private static final String SECRET = "a-client-secret-with-64-characters-or-more-for-HS512-0123456789abcdef";

    private final ECKey key = key();
    private int fetches;
    private final IdTokens idTokens = new IdTokens(
            request -> {
                fetches++;
                return Response.json(200, "{\"keys\":[" + key.toPublicJWK().toJSONString() + "]}");
            },
            new StillClock(),
            ProviderId.UNKNOWN);

    @Test
    void a_token_signed_by_a_key_of_the_provider_is_accepted_with_its_algorithm() {
        var verified = verify(signed(header("ES256").build(), signer()), "ES256");
        assertThat(verified.claims().text("sub")).isEqualTo("ada");
        assertThat(verified.algorithm()).isEqualTo("ES256");
        assertThat(verified.toString()).contains("ES256").doesNotContain("ada");
    }

    @Test
    void an_algorithm_that_is_not_expected_is_rejected_before_any_key_is_fetched() {
        assertRejected(signed(header("ES256").build(), signer()), "RS256", "alg is not one that is expected");
        assertRejected(signed(header("HS256").build(), mac(SECRET)), "ES256", "alg is not one that is expected");
        assertThat(fetches).isZero();
    }

    /** RFC 8725 §3.11: another kind of token by the same provider must not pass as an ID token. */
    @ParameterizedTest
    @ValueSource(strings = {"at+jwt", "logout+jwt", "application/jwt", ""})
    void a_token_of_another_type_is_rejected(String type) {
        var header = header("ES256").type(new JOSEObjectType(type)).build();
        assertRejected(signed(header, signer()), "ES256", "the ID token is of another type");
        assertThat(fetches).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"JWT", "jwt"})
    void a_token_may_say_that_it_is_a_JWT(String type) {
        var header = header("ES256").type(new JOSEObjectType(type)).build();
        assertThat(verify(signed(header, signer()), "ES256").claims().text("sub"))
                .isEqualTo("ada");
    }

    /** RFC 7515 §4.1.11: a header that is critical must be understood, and this client understands none. */
    @Test
    void a_token_with_critical_headers_is_rejected() {
        var header = header("ES256")
                .criticalParams(Set.of("exp"))
                .customParam("exp", 1)
                .build();
        assertRejected(signed(header, signer()), "ES256", "critical headers");
    }

    @ParameterizedTest
    @ValueSource(strings = {"HS256", "HS384", "HS512"})
    void a_shared_secret_verifies_only_where_its_algorithm_is_expected(String algorithm) {
        var token = signed(header(algorithm).build(), mac(SECRET));
        assertThat(verify(token, algorithm).algorithm()).isEqualTo(algorithm);
        assertRejected(signed(header(algorithm).build(), mac(SECRET + "x")), algorithm, "signature is wrong");
        assertThatThrownBy(() -> idTokens.verify(IdTokens.Kind.ID_TOKEN, token, JWKS, List.of(algorithm), null))
                .hasMessage("the ID token's signature is wrong");
        assertThatThrownBy(() -> idTokens.verify(IdTokens.Kind.ID_TOKEN, token, JWKS, List.of(algorithm), "short"))
                .hasMessage("the ID token could not be verified with the client secret");
        assertThat(fetches).isZero();
    }

    @Test
    void a_key_without_a_known_address_is_the_developers_error() {
        var token = signed(header("ES256").build(), signer());
        assertThatThrownBy(() -> idTokens.verify(IdTokens.Kind.ID_TOKEN, token, null, List.of("ES256"), null))
                .hasMessageContaining("set jwksEndpoint or issuer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a.b", "a.b.c", "e30.e30.", "eyJhbGciOiJub25lIn0.e30."})
    void text_that_is_not_a_signed_token_is_rejected(String token) {
        assertRejected(token, "ES256", "not a signed token");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "no JSON", "\"text\""})
    void a_signed_text_that_is_not_an_object_is_rejected(String payload) {
        var token = signed(header("ES256").build(), signer(), payload);
        assertRejected(token, "ES256", "does not hold a JSON object");
    }

    @Test
    void a_signature_of_one_kind_is_not_verified_with_a_key_of_another() throws Exception {
        var pair = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(new byte[32])).build();
        var shared = "{\"kty\":\"oct\",\"k\":\"" + Base64URL.encode(SECRET) + "\"}";
        var others = new IdTokens(
                request -> Response.json(200, "{\"keys\":[" + pair.toJSONString() + "," + shared + "]}"),
                new StillClock(),
                ProviderId.UNKNOWN);
        var token = signed(header("ES256").build(), signer());
        assertThatThrownBy(() -> others.verify(IdTokens.Kind.ID_TOKEN, token, JWKS, List.of("ES256"), SECRET))
                .hasMessage("the ID token's signature is wrong");
        var header = header("ES256").build();
        var ed25519 = Ed25519Verifier.of(pair);
        assertThat(ed25519.verify(header, new byte[1], Base64URL.encode(new byte[64])))
                .isFalse();
        var short1 = Base64URL.encode(new byte[3]);
        assertThat(ed25519.verify(new JWSHeader(JWSAlgorithm.EdDSA), new byte[1], short1))
                .isFalse();
    }

    @Test
    void a_signature_by_a_key_that_the_provider_does_not_publish_is_rejected() throws Exception {
        var forged = signed(header("ES256").build(), new ECDSASigner(key()));
        assertRejected(forged, "ES256", "signature is wrong");
        var token = signed(header("ES256").build(), signer());
        var changed =
                token.replace("." + Base64URL.encode("{\"sub\":\"ada\"}"), "." + Base64URL.encode("{\"sub\":\"eve\"}"));
        assertThat(changed).isNotEqualTo(token);
        assertRejected(changed, "ES256", "signature is wrong");
    }

    @Test
    void a_key_of_another_Edwards_curve_verifies_nothing() {
        var ed448 = "{\"kty\":\"OKP\",\"crv\":\"Ed448\",\"x\":\"" + Base64URL.encode(new byte[57]) + "\"}";
        var others = new IdTokens(
                request -> Response.json(200, "{\"keys\":[" + ed448 + "]}"), new StillClock(), ProviderId.UNKNOWN);
        var token = Base64URL.encode("{\"alg\":\"EdDSA\"}") + "." + Base64URL.encode("{\"sub\":\"ada\"}") + "."
                + Base64URL.encode(new byte[64]);
        assertThatThrownBy(() -> others.verify(IdTokens.Kind.ID_TOKEN, token, JWKS, List.of("EdDSA"), null))
                .hasMessage("the ID token's signature is wrong");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 31, 33})
    void an_Ed25519_key_has_32_bytes(int length) {
        var pair = new OctetKeyPair.Builder(Curve.Ed25519, Base64URL.encode(new byte[length])).build();
        assertThatThrownBy(() -> Ed25519Verifier.of(pair)).isInstanceOf(JOSEException.class);
    }

    @Test
    void a_key_of_another_Edwards_curve_is_not_Ed25519() {
        var pair = new OctetKeyPair.Builder(Curve.X25519, Base64URL.encode(new byte[32])).build();
        assertThatThrownBy(() -> Ed25519Verifier.of(pair))
                .isInstanceOf(JOSEException.class)
                .hasMessage("not Ed25519");
    }

    @Test
    void algorithm_and_signature_are_recorded_as_rules() {
        assertThat(recorded(signed(header("ES256").build(), signer()), "RS256"))
                .extracting(Step.IdTokenRule::rule, Step.IdTokenRule::isMet)
                .containsExactly(tuple(Rule.ALGORITHM, false));
        assertThat(recorded(signed(header("ES256").build(), signer()), "ES256"))
                .extracting(Step.IdTokenRule::rule, Step.IdTokenRule::isMet)
                .containsExactly(tuple(Rule.ALGORITHM, true), tuple(Rule.SIGNATURE, true));
        assertThat(recorded(signed(header("HS256").build(), mac(SECRET + "x")), "HS256"))
                .extracting(Step.IdTokenRule::rule, Step.IdTokenRule::isMet)
                .containsExactly(tuple(Rule.ALGORITHM, true), tuple(Rule.SIGNATURE, false));
    }

    /** An announced HMAC would make the public client secret of a leak a signing key; it counts only if configured. */
    @Test
    void announced_algorithms_count_without_none_and_HMAC_and_RS256_is_the_default() {
        assertThat(IdTokens.algorithms(null, List.of("none", "HS256", "ES256", 7, "PS256")))
                .containsExactly("ES256", "PS256");
        assertThat(IdTokens.algorithms(null, List.of("none", "HS512"))).containsExactly("RS256");
        assertThat(IdTokens.algorithms(null, List.of())).containsExactly("RS256");
        assertThat(IdTokens.algorithms("HS256", List.of("ES256"))).containsExactly("HS256");
    }

    private List<Step.IdTokenRule> recorded(String token, String algorithm) {
        var steps = new RecordedSteps();
        steps.during(() -> {
            try {
                return verify(token, algorithm).algorithm();
            } catch (OAuthException e) {
                return "";
            }
        });
        return steps.of(Step.IdTokenRule.class);
    }

    private void assertRejected(String token, String algorithm, String reason) {
        assertThatThrownBy(() -> verify(token, algorithm))
                .isInstanceOf(OAuthException.class)
                .hasMessageContaining(reason);
    }

    private IdTokens.VerifiedIdToken verify(String token, String algorithm) {
        return idTokens.verify(IdTokens.Kind.ID_TOKEN, token, JWKS, List.of(algorithm), SECRET);
    }

    private static JWSHeader.Builder header(String algorithm) {
        return new JWSHeader.Builder(JWSAlgorithm.parse(algorithm));
    }

    private JWSSigner signer() {
        try {
            return new ECDSASigner(key);
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JWSSigner mac(String secret) {
        try {
            return new MACSigner(secret.getBytes(UTF_8));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String signed(JWSHeader header, JWSSigner signer) {
        return signed(header, signer, "{\"sub\":\"ada\"}");
    }

    private static String signed(JWSHeader header, JWSSigner signer, @Nullable String payload) {
        try {
            var token = new JWSObject(header, new Payload(payload));
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ECKey key() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
