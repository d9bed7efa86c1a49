package dev.cardea.webauthn;

import com.webauthn4j.converter.AuthenticatorDataConverter;
import com.webauthn4j.data.extension.authenticator.ExtensionAuthenticatorOutput;
import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.AttestationObject;
import dev.cardea.webauthn.spi.AttestedCredential;
import dev.cardea.webauthn.spi.AuthenticatorData;
import dev.cardea.webauthn.spi.Ceremonies;
import dev.cardea.webauthn.spi.CeremonyException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Reads and verifies the data of authenticators with WebAuthn4J. */
final class WebAuthn4j implements Ceremonies {
    static final Ceremonies CEREMONIES = new WebAuthn4j();

    /** The model, the length of the id, and the id precede the public key (§6.5.2). */
    private static final int AAGUID_AND_LENGTH = 18;

    private final AuthenticatorDataConverter data = new AuthenticatorDataConverter(Cbor.CONVERTER);
    private final CoseKeys keys = new CoseKeys();
    private final Attestations attestations = new Attestations(this);

    private WebAuthn4j() {}

    @Override
    public AuthenticatorData authenticatorData(byte[] bytes) {
        try {
            var read = data.<ExtensionAuthenticatorOutput>convert(bytes);
            return new AuthenticatorData(
                    read.getRpIdHash(),
                    Byte.toUnsignedInt(read.getFlags()),
                    read.getSignCount(),
                    credential(read.getAttestedCredentialData(), bytes));
        } catch (CeremonyException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new CeremonyException("the authenticator data cannot be read", e);
        }
    }

    private @Nullable AttestedCredential credential(
            com.webauthn4j.data.attestation.authenticator.@Nullable AttestedCredentialData read, byte[] all) {
        if (read == null) return null;
        byte[] bytes = data.extractAttestedCredentialData(all);
        byte[] id = read.getCredentialId();
        byte[] key = Arrays.copyOfRange(bytes, AAGUID_AND_LENGTH + id.length, bytes.length);
        Cbor.map(key);
        return new AttestedCredential(read.getAaguid().getBytes(), id, key);
    }

    @Override
    public AttestationObject attestationObject(byte[] bytes) {
        return attestations.read(bytes);
    }

    @Override
    public long algorithm(byte[] publicKey) {
        return keys.algorithm(publicKey);
    }

    @Override
    public Attestation attestation(AttestationObject object, byte[] clientDataHash, String rpId) {
        return attestations.verify(object, clientDataHash, rpId);
    }

    @Override
    public boolean isSigned(byte[] publicKey, byte[] signed, byte[] signature) {
        return keys.isSigned(publicKey, signed, signature);
    }
}
