package dev.cardea.webauthn;

import com.webauthn4j.data.attestation.authenticator.COSEKey;
import com.webauthn4j.data.attestation.authenticator.EC2COSEKey;
import com.webauthn4j.data.attestation.authenticator.EdDSACOSEKey;
import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import com.webauthn4j.util.SignatureUtil;
import dev.cardea.webauthn.spi.CeremonyException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Public keys of credentials (RFC 9052 §7), validated against the requirements of their algorithm (Web Authentication
 * §5.8.5).
 */
final class CoseKeys {
    private static final int MIN_RSA = 2048;

    /** Returns the algorithm if the key fits it. */
    long algorithm(byte[] bytes) {
        var key = read(bytes);
        var algorithm = Objects.requireNonNull(key.getAlgorithm());
        if (key.getKeyType() != type(algorithm)) {
            throw new CeremonyException("the key is not of its algorithm's type");
        }
        if (!Objects.equals(curve(key), curve(algorithm.getValue()))) {
            throw new CeremonyException("the key is not on its algorithm's curve");
        }
        if (publicHalf(key) instanceof RSAPublicKey rsa && rsa.getModulus().bitLength() < MIN_RSA) {
            throw new CeremonyException("the RSA key is too short");
        }
        return algorithm.getValue();
    }

    boolean isSigned(byte[] bytes, byte[] signed, byte[] signature) {
        var algorithm = COSEAlgorithmIdentifier.create(algorithm(bytes));
        try {
            var verifier = SignatureUtil.createSignature(algorithm.toSignatureAlgorithm());
            verifier.initVerify(publicHalf(read(bytes)));
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static COSEKey read(byte[] bytes) {
        Cbor.map(bytes);
        try {
            var key = Cbor.CONVERTER.getCborMapper().readValue(bytes, COSEKey.class);
            key.validate();
            return key;
        } catch (RuntimeException e) {
            throw new CeremonyException("the key cannot be read", e);
        }
    }

    private static PublicKey publicHalf(COSEKey key) {
        try {
            return Objects.requireNonNull(key.getPublicKey(), "no public key");
        } catch (RuntimeException e) {
            throw new CeremonyException("the key has no public part", e);
        }
    }

    private static Object type(COSEAlgorithmIdentifier algorithm) {
        try {
            return algorithm.getKeyType();
        } catch (IllegalArgumentException e) {
            throw new CeremonyException("the key's algorithm is unknown", e);
        }
    }

    private static @Nullable Integer curve(COSEKey key) {
        if (key instanceof EC2COSEKey ec && ec.getCurve() != null)
            return ec.getCurve().getValue();
        if (key instanceof EdDSACOSEKey ed && ed.getCurve() != null)
            return ed.getCurve().getValue();
        return null;
    }

    /** Returns the curve by RFC 9864, and by §5.8.5 for the older numbers; {@code null} for RSA. */
    private static @Nullable Integer curve(long algorithm) {
        return switch ((int) algorithm) {
            case -7, -9 -> 1;
            case -35, -51 -> 2;
            case -36, -52 -> 3;
            case -8, -19 -> 6;
            case -53 -> 7;
            default -> null;
        };
    }
}
