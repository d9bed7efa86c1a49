package dev.cardea.forward;

import dev.cardea.AuthConfig;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECFieldFp;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.IntFunction;
import javax.crypto.KeyAgreement;

/**
 * A key pair of P-256 that is derived from a secret, so every process that has the secret has the key. Made once; safe for
 * concurrent use. Never prints its private part.
 */
final class IdentityKey {
    /** Its version is the last part; the number of the attempt follows. */
    private static final String PURPOSE = "cardea forward-auth identity ES256 v1 ";

    private static final int LENGTH = 32;
    private static final String ALGORITHM = "SHA256withECDSAinP1363Format";
    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();
    private static final ECParameterSpec P256 = p256();

    private final PrivateKey privateKey;
    private final String x;
    private final String y;
    private final String kid;

    private IdentityKey(PrivateKey privateKey, ECPoint point) {
        this.privateKey = privateKey;
        x = coordinate(point.getAffineX());
        y = coordinate(point.getAffineY());
        kid = thumbprint(x, y);
    }

    /** Derives one key for each secret, the newest first; empty while no secret is set. */
    static List<IdentityKey> derive(AuthConfig.Builder config) {
        var keys = new ArrayList<IdentityKey>();
        int secrets = config.deriveKeys(PURPOSE + 1, LENGTH).size();
        for (int i = 0; i < secrets; i++) {
            int secret = i;
            keys.add(of(attempt -> config.deriveKeys(PURPOSE + attempt, LENGTH).get(secret)));
        }
        return List.copyOf(keys);
    }

    /**
     * Takes the first candidate in the range of private keys, by rejection (FIPS 186-5, A.2.2): to reduce one would make
     * some keys likelier than others.
     *
     * @param candidates 32 bytes for each attempt, which are counted from 1
     */
    static IdentityKey of(IntFunction<byte[]> candidates) {
        for (int attempt = 1; ; attempt++) {
            var scalar = new BigInteger(1, candidates.apply(attempt));
            if (scalar.signum() > 0 && scalar.compareTo(P256.getOrder()) < 0) return of(scalar);
        }
    }

    private static IdentityKey of(BigInteger scalar) {
        try {
            var privateKey = KeyFactory.getInstance("EC").generatePrivate(new ECPrivateKeySpec(scalar, P256));
            return new IdentityKey(privateKey, publicPoint(privateKey));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has P-256", e);
        }
    }

    /**
     * Multiplies the generator: a key agreement with it gives the first coordinate in constant time. Of the two points that
     * have it, the one that verifies a signature is the public key.
     */
    private static ECPoint publicPoint(PrivateKey privateKey) throws GeneralSecurityException {
        var agreement = KeyAgreement.getInstance("ECDH");
        agreement.init(privateKey);
        agreement.doPhase(publicKey(P256.getGenerator()), true);
        var first = new BigInteger(1, agreement.generateSecret());
        var p = ((ECFieldFp) P256.getCurve().getField()).getP();
        var square = first.pow(3)
                .add(P256.getCurve().getA().multiply(first))
                .add(P256.getCurve().getB())
                .mod(p);
        // The prime is 3 modulo 4.
        var root = square.modPow(p.add(BigInteger.ONE).shiftRight(2), p);
        var point = new ECPoint(first, root);
        return isOf(privateKey, point) ? point : new ECPoint(first, p.subtract(root));
    }

    private static boolean isOf(PrivateKey privateKey, ECPoint point) throws GeneralSecurityException {
        byte[] text = {1};
        var verifier = Signature.getInstance(ALGORITHM);
        verifier.initVerify(publicKey(point));
        verifier.update(text);
        return verifier.verify(signature(privateKey, text));
    }

    private static ECPublicKey publicKey(ECPoint point) throws GeneralSecurityException {
        return (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new ECPublicKeySpec(point, P256));
    }

    /** Returns the two numbers of an ECDSA signature, 64 bytes (RFC 7518 §3.4). */
    byte[] sign(byte[] text) {
        try {
            return signature(privateKey, text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has ECDSA", e);
        }
    }

    private static byte[] signature(PrivateKey key, byte[] text) throws GeneralSecurityException {
        var signature = Signature.getInstance(ALGORITHM);
        signature.initSign(key);
        signature.update(text);
        return signature.sign();
    }

    /** Names the key: its thumbprint (RFC 7638). */
    String kid() {
        return kid;
    }

    /** Returns the public part as a JWK (RFC 7517). */
    Claims toJwk() {
        return Claims.of("kty", "EC")
                .with("use", "sig")
                .with("crv", "P-256")
                .with("kid", kid)
                .with("alg", "ES256")
                .with("x", x)
                .with("y", y);
    }

    private static String thumbprint(String x, String y) {
        var jwk = "{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"" + x + "\",\"y\":\"" + y + "\"}";
        return BASE64URL.encodeToString(Hashes.sha256(jwk.getBytes(StandardCharsets.UTF_8)));
    }

    /** With all of its leading zeros (RFC 7518 §6.2.1.2). */
    private static String coordinate(BigInteger number) {
        var bytes = number.toByteArray();
        var all = new byte[LENGTH];
        int count = Math.min(bytes.length, LENGTH);
        System.arraycopy(bytes, bytes.length - count, all, LENGTH - count, count);
        return BASE64URL.encodeToString(all);
    }

    private static ECParameterSpec p256() {
        try {
            var parameters = AlgorithmParameters.getInstance("EC");
            parameters.init(new ECGenParameterSpec("secp256r1"));
            return parameters.getParameterSpec(ECParameterSpec.class);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JVM has P-256", e);
        }
    }

    @Override
    public String toString() {
        return "IdentityKey[" + kid + "]";
    }
}
