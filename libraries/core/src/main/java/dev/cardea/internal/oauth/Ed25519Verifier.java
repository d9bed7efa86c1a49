package dev.cardea.internal.oauth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.jca.JCAContext;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.OctetKeyPair;
import com.nimbusds.jose.util.Base64URL;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;
import java.util.Set;

/**
 * Verifies Ed25519 signatures (RFC 8037 §3.1) with the JDK; the JOSE library's own verifier needs an additional
 * library.
 */
final class Ed25519Verifier implements JWSVerifier {
    /** The start of every SubjectPublicKeyInfo of an Ed25519 key (RFC 8410 §4); the 32 bytes of the key follow. */
    private static final byte[] KEY_INFO = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final int KEY_BYTES = 32;

    private final PublicKey key;

    private Ed25519Verifier(PublicKey key) {
        this.key = key;
    }

    /** @throws JOSEException if the key is of another curve or malformed */
    static Ed25519Verifier of(OctetKeyPair pair) throws JOSEException {
        byte[] x = pair.getX().decode();
        if (!Curve.Ed25519.equals(pair.getCurve()) || x.length != KEY_BYTES) throw new JOSEException("not Ed25519");
        byte[] encoded = new byte[KEY_INFO.length + KEY_BYTES];
        System.arraycopy(KEY_INFO, 0, encoded, 0, KEY_INFO.length);
        System.arraycopy(x, 0, encoded, KEY_INFO.length, KEY_BYTES);
        try {
            return new Ed25519Verifier(
                    KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(encoded)));
        } catch (GeneralSecurityException e) {
            throw new JOSEException("not an Ed25519 key", e);
        }
    }

    @Override
    public boolean verify(JWSHeader header, byte[] input, Base64URL signature) throws JOSEException {
        if (!SignatureAlgorithms.isEdwards(header.getAlgorithm().getName())) return false;
        try {
            var verifier = Signature.getInstance("Ed25519");
            verifier.initVerify(key);
            verifier.update(input);
            return verifier.verify(signature.decode());
        } catch (SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new JOSEException("Ed25519", e);
        }
    }

    @Override
    public Set<JWSAlgorithm> supportedJWSAlgorithms() {
        return Set.of(JWSAlgorithm.EdDSA, JWSAlgorithm.Ed25519);
    }

    @Override
    public JCAContext getJCAContext() {
        return new JCAContext();
    }
}
