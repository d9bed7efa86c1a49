package dev.cardea.transcript;

import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.AttestationObject;
import dev.cardea.webauthn.spi.AttestedCredential;
import dev.cardea.webauthn.spi.AuthenticatorData;
import dev.cardea.webauthn.spi.Ceremonies;
import dev.cardea.webauthn.spi.CeremonyException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.List;

/** Reads what the recorded authenticator made: ES256 keys, no attestation, nothing else. */
final class CeremonyDouble implements Ceremonies {
    private static final byte[] OBJECT = "\u00a3cfmtdnonegattStmt\u00a0hauthData".getBytes(StandardCharsets.ISO_8859_1);

    /** {1: 2, 3: -7, -1: 1, -2: 32 bytes, -3: 32 bytes}. */
    private static final int KEY_LENGTH = 77;

    private static final int ES256 = -7;

    @Override
    public AuthenticatorData authenticatorData(byte[] bytes) {
        var buffer = ByteBuffer.wrap(bytes);
        byte[] rpIdHash = take(buffer, 32);
        int flags = buffer.get();
        long count = Integer.toUnsignedLong(buffer.getInt());
        return new AuthenticatorData(rpIdHash, flags, count, (flags & 0x40) == 0 ? null : credential(buffer));
    }

    private static AttestedCredential credential(ByteBuffer buffer) {
        byte[] aaguid = take(buffer, 16);
        byte[] id = take(buffer, buffer.getShort());
        return new AttestedCredential(aaguid, id, take(buffer, KEY_LENGTH));
    }

    @Override
    public AttestationObject attestationObject(byte[] bytes) {
        if (!Arrays.equals(OBJECT, 0, OBJECT.length, bytes, 0, OBJECT.length)) throw new CeremonyException("unknown");
        byte[] data = Arrays.copyOfRange(bytes, OBJECT.length + 2, bytes.length);
        return new AttestationObject("none", authenticatorData(data), bytes);
    }

    @Override
    public long algorithm(byte[] publicKey) {
        return ES256;
    }

    @Override
    public Attestation attestation(AttestationObject object, byte[] clientDataHash, String rpId) {
        return new Attestation(Attestation.Type.NONE, object.format(), List.of());
    }

    @Override
    public boolean isSigned(byte[] publicKey, byte[] signed, byte[] signature) {
        try {
            var verifier = Signature.getInstance("SHA256withECDSA");
            verifier.initVerify(key(publicKey));
            verifier.update(signed);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static PublicKey key(byte[] cose) throws GeneralSecurityException {
        var parameters = AlgorithmParameters.getInstance("EC");
        parameters.init(new ECGenParameterSpec("secp256r1"));
        var point = new ECPoint(coordinate(cose, 10), coordinate(cose, 45));
        return KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, parameters.getParameterSpec(ECParameterSpec.class)));
    }

    private static BigInteger coordinate(byte[] cose, int start) {
        return new BigInteger(1, Arrays.copyOfRange(cose, start, start + 32));
    }

    private static byte[] take(ByteBuffer buffer, int length) {
        byte[] taken = new byte[length];
        buffer.get(taken);
        return taken;
    }
}
