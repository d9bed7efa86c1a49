package dev.cardea.webauthn;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The key of a credential, of each kind that browsers offer. */
record SoftKey(Kind kind, KeyPair pair) {
    enum Kind {
        ES256(-7, "EC", new ECGenParameterSpec("secp256r1"), "SHA256withECDSA"),
        ES384(-35, "EC", new ECGenParameterSpec("secp384r1"), "SHA384withECDSA"),
        ES512(-36, "EC", new ECGenParameterSpec("secp521r1"), "SHA512withECDSA"),
        RS256(-257, "RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4), "SHA256withRSA"),
        RS1(-65535, "RSA", new RSAKeyGenParameterSpec(2048, RSAKeyGenParameterSpec.F4), "SHA1withRSA"),
        SHORT_RS256(-257, "RSA", new RSAKeyGenParameterSpec(1024, RSAKeyGenParameterSpec.F4), "SHA256withRSA"),
        ED25519(-8, "Ed25519", NamedParameterSpec.ED25519, "Ed25519");

        final long algorithm;
        final String type;
        final AlgorithmParameterSpec parameters;
        final String signature;

        Kind(long algorithm, String type, AlgorithmParameterSpec parameters, String signature) {
            this.algorithm = algorithm;
            this.type = type;
            this.parameters = parameters;
            this.signature = signature;
        }
    }

    static SoftKey of(Kind kind) {
        try {
            var generator = KeyPairGenerator.getInstance(kind.type);
            generator.initialize(kind.parameters);
            return new SoftKey(kind, generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    byte[] sign(byte[] bytes) {
        try {
            var signer = Signature.getInstance(kind.signature);
            signer.initSign(pair.getPrivate());
            signer.update(bytes);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The fields of the COSE key (RFC 9052 §7). */
    Map<Object, Object> cose() {
        var fields = new LinkedHashMap<Object, Object>();
        if (pair.getPublic() instanceof ECPublicKey ec) {
            int length = (ec.getParams().getCurve().getField().getFieldSize() + 7) / 8;
            fields.put(1, 2);
            fields.put(3, kind.algorithm);
            fields.put(-1, length == 32 ? 1 : length == 48 ? 2 : 3);
            fields.put(-2, unsigned(ec.getW().getAffineX(), length));
            fields.put(-3, unsigned(ec.getW().getAffineY(), length));
        } else if (pair.getPublic() instanceof RSAPublicKey rsa) {
            fields.put(1, 3);
            fields.put(3, kind.algorithm);
            fields.put(-1, unsigned(rsa.getModulus(), rsa.getModulus().bitLength() / 8));
            fields.put(-2, unsigned(rsa.getPublicExponent(), 3));
        } else {
            byte[] encoded = pair.getPublic().getEncoded();
            fields.put(1, 1);
            fields.put(3, kind.algorithm);
            fields.put(-1, 6);
            fields.put(-2, Arrays.copyOfRange(encoded, encoded.length - 32, encoded.length));
        }
        return fields;
    }

    private static byte[] unsigned(BigInteger number, int length) {
        byte[] bytes = number.toByteArray();
        byte[] result = new byte[length];
        int used = Math.min(length, bytes.length);
        System.arraycopy(bytes, bytes.length - used, result, length - used, used);
        return result;
    }
}
