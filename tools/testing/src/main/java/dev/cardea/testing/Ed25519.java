package dev.cardea.testing;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.EdECPrivateKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/** Ed25519 keys and signatures (RFC 8037) of the JDK; the JOSE library's own need an additional library. */
final class Ed25519 {
    private static final int KEY_BYTES = 32;

    private Ed25519() {}

    static OctetKeyPair generate() {
        try {
            var pair = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
            byte[] encoded = pair.getPublic().getEncoded();
            byte[] secret = ((EdECPrivateKey) pair.getPrivate()).getBytes().orElseThrow();
            var x = Base64URL.encode(Arrays.copyOfRange(encoded, encoded.length - KEY_BYTES, encoded.length));
            return new OctetKeyPair.Builder(Curve.Ed25519, x)
                    .d(Base64URL.encode(secret))
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.EdDSA)
                    .keyIDFromThumbprint()
                    .build();
        } catch (GeneralSecurityException | JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    static Base64URL sign(OctetKeyPair pair, String input) {
        try {
            var spec = new EdECPrivateKeySpec(
                    NamedParameterSpec.ED25519, pair.getD().decode());
            var signature = Signature.getInstance("Ed25519");
            signature.initSign(KeyFactory.getInstance("Ed25519").generatePrivate(spec));
            signature.update(input.getBytes(StandardCharsets.US_ASCII));
            return Base64URL.encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
