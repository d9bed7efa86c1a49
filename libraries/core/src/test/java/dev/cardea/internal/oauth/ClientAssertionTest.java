package dev.cardea.internal.oauth;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import dev.cardea.json.Claims;
import dev.cardea.provider.SigningKey;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Signatures of the tokens with which a client proves itself, each verified by other code than made it. */
class ClientAssertionTest {
    private static final Claims CLAIMS = Claims.of("iss", "app");

    @ParameterizedTest
    @CsvSource({"RSA, 2048, RS256", "EC, 256, ES256", "Ed25519, 255, EdDSA"})
    void a_private_key_signs_with_its_own_algorithm_and_names_itself(String kind, int bits, String algorithm)
            throws Exception {
        var generator = KeyPairGenerator.getInstance(kind);
        generator.initialize(bits);
        var pair = generator.generateKeyPair();
        var token = JWSObject.parse(ClientAssertion.sign(CLAIMS, new SigningKey(pair.getPrivate(), "key-1")));
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo(algorithm);
        assertThat(token.getHeader().getKeyID()).isEqualTo("key-1");
        assertThat(token.getPayload().toString()).isEqualTo("{\"iss\":\"app\"}");
        assertThat(verifies(token, pair)).isTrue();
    }

    /** RFC 2104 §3: a key that is shorter than a block is padded with zeros, so its padded form is the same key. */
    @ParameterizedTest
    @ValueSource(strings = {"s", "31-characters-are-less-than-256b", "32-characters-are-exactly-256-bi", "a secret é"})
    void a_shared_secret_of_any_length_signs_with_HS256(String secret) throws Exception {
        var parts = ClientAssertion.sign(CLAIMS, secret).split("\\.", -1);
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
        byte[] expected = mac.doFinal((parts[0] + "." + parts[1]).getBytes(US_ASCII));
        assertThat(MessageDigest.isEqual(Base64.getUrlDecoder().decode(parts[2]), expected))
                .isTrue();
        assertThat(new String(Base64.getUrlDecoder().decode(parts[0]), UTF_8)).contains("\"alg\":\"HS256\"");
    }

    @Test
    void a_long_secret_is_used_whole() {
        var secret = "x".repeat(64);
        assertThat(ClientAssertion.sign(CLAIMS, secret))
                .isNotEqualTo(ClientAssertion.sign(CLAIMS, secret.substring(0, 32)))
                .isEqualTo(ClientAssertion.sign(CLAIMS, secret));
    }

    private static boolean verifies(JWSObject token, KeyPair pair) throws Exception {
        if (pair.getPublic() instanceof RSAPublicKey rsa) return token.verify(new RSASSAVerifier(rsa));
        if (pair.getPublic() instanceof ECPublicKey ec) return token.verify(new ECDSAVerifier(ec));
        return verifiesEd25519(token, pair);
    }

    private static boolean verifiesEd25519(JWSObject token, KeyPair pair) throws GeneralSecurityException {
        var signature = Signature.getInstance("Ed25519");
        signature.initVerify(pair.getPublic());
        signature.update(token.getSigningInput());
        return signature.verify(token.getSignature().decode());
    }
}
