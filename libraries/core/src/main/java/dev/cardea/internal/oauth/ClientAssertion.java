package dev.cardea.internal.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.util.Base64URL;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.util.Arrays;
import java.util.Set;

/** Signs the JWT with which a client authenticates itself (RFC 7523 §2.2, RFC 7515). */
final class ClientAssertion {
    private ClientAssertion() {}

    /** Signs with HS256. HMAC pads a short key with zeros (RFC 2104), but this signer expects a padded key. */
    static String sign(Claims claims, String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        byte[] key = bytes.length >= 32 ? bytes : Arrays.copyOf(bytes, 32);
        try {
            return signed(new JWSHeader(JWSAlgorithm.HS256), claims, new MACSigner(key));
        } catch (JOSEException e) {
            throw failed(e);
        }
    }

    /** Signs with the algorithm of the key. */
    static String sign(Claims claims, SigningKey key) {
        var header = new JWSHeader.Builder(JWSAlgorithm.parse(key.algorithm()))
                .keyID(key.kid())
                .build();
        try {
            return signed(header, claims, signer(key.key()));
        } catch (JOSEException e) {
            throw failed(e);
        }
    }

    private static String signed(JWSHeader header, Claims claims, JWSSigner signer) throws JOSEException {
        var jws = new JWSObject(header, new Payload(claims.toJson()));
        jws.sign(signer);
        return jws.serialize();
    }

    private static JWSSigner signer(PrivateKey key) throws JOSEException {
        if (key instanceof ECPrivateKey ec) return new ECDSASigner(ec);
        return key.getAlgorithm().equals("RSA") ? new RSASSASigner(key) : new Ed25519(key);
    }

    private static OAuthException failed(JOSEException e) {
        return new OAuthException("the client assertion could not be signed", e);
    }

    /** Signs with Ed25519 of the JDK (RFC 8037 §3.1); the JOSE library's own signer needs an additional library. */
    private record Ed25519(PrivateKey key) implements JWSSigner {
        @Override
        public Base64URL sign(JWSHeader header, byte[] input) throws JOSEException {
            try {
                var signature = Signature.getInstance("Ed25519");
                signature.initSign(key);
                signature.update(input);
                return Base64URL.encode(signature.sign());
            } catch (GeneralSecurityException e) {
                throw new JOSEException("Ed25519", e);
            }
        }

        @Override
        public Set<JWSAlgorithm> supportedJWSAlgorithms() {
            return Set.of(JWSAlgorithm.EdDSA);
        }

        @Override
        public JCAContext getJCAContext() {
            return new JCAContext();
        }

        @Override
        public String toString() {
            return "Ed25519";
        }
    }
}
