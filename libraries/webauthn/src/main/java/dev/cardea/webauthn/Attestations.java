package dev.cardea.webauthn;

import com.webauthn4j.converter.AttestationObjectConverter;
import com.webauthn4j.data.CoreRegistrationParameters;
import com.webauthn4j.data.attestation.statement.AttestationType;
import com.webauthn4j.data.attestation.statement.CertificateBaseAttestationStatement;
import com.webauthn4j.server.CoreServerProperty;
import com.webauthn4j.verifier.CoreRegistrationObject;
import com.webauthn4j.verifier.attestation.statement.AttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.androidkey.AndroidKeyAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.apple.AppleAnonymousAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.packed.PackedAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.tpm.TPMAttestationStatementVerifier;
import com.webauthn4j.verifier.attestation.statement.u2f.FIDOU2FAttestationStatementVerifier;
import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.AttestationObject;
import dev.cardea.webauthn.spi.Ceremonies;
import dev.cardea.webauthn.spi.CeremonyException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Reads attestation objects and verifies their statements by format (Web Authentication §6.5.4, §8). */
final class Attestations {
    private static final String NONE = "none";

    /** Without SafetyNet, whose service was shut down. */
    private static final Map<String, AttestationStatementVerifier> FORMATS = Map.of(
            "packed", new PackedAttestationStatementVerifier(),
            "fido-u2f", new FIDOU2FAttestationStatementVerifier(),
            "tpm", new TPMAttestationStatementVerifier(),
            "android-key", new AndroidKeyAttestationStatementVerifier(),
            "apple", new AppleAnonymousAttestationStatementVerifier());

    private final AttestationObjectConverter converter = new AttestationObjectConverter(Cbor.CONVERTER);
    private final Ceremonies ceremonies;

    Attestations(Ceremonies ceremonies) {
        this.ceremonies = ceremonies;
    }

    AttestationObject read(byte[] bytes) {
        var fields = Cbor.map(bytes);
        var format = fields.path("fmt");
        var data = fields.path("authData");
        var statement = fields.path("attStmt");
        if (!format.isString() || !data.isBinary() || !statement.isObject()) {
            throw new CeremonyException("the attestation object lacks a part");
        }
        if (format.stringValue().equals(NONE) && !statement.isEmpty()) {
            throw new CeremonyException("no attestation, and a statement with it");
        }
        return new AttestationObject(format.stringValue(), ceremonies.authenticatorData(data.binaryValue()), bytes);
    }

    Attestation verify(AttestationObject object, byte[] clientDataHash, String rpId) {
        if (object.format().equals(NONE)) return new Attestation(Attestation.Type.NONE, NONE, List.of());
        var verifier = FORMATS.get(object.format());
        if (verifier == null) throw new CeremonyException("the statement has an unknown format");
        try {
            return verify(verifier, object, clientDataHash, rpId);
        } catch (RuntimeException e) {
            throw new CeremonyException("the statement is invalid", e);
        }
    }

    /** Verifies the statement. Of the library's parameters, statements are only checked against the domain. */
    private Attestation verify(
            AttestationStatementVerifier verifier, AttestationObject object, byte[] clientDataHash, String rpId) {
        var read = converter.convert(object.bytes());
        if (read == null) throw new CeremonyException("the attestation object is missing");
        var parameters = new CoreRegistrationParameters(new CoreServerProperty(rpId, null), null, false, false);
        var registration = new CoreRegistrationObject(read, object.bytes(), clientDataHash, parameters, Instant.EPOCH);
        var type = verifier.verify(registration);
        if (type == AttestationType.SELF) return new Attestation(Attestation.Type.SELF, object.format(), List.of());
        var statement = (CertificateBaseAttestationStatement) read.getAttestationStatement();
        List<X509Certificate> path = statement == null || statement.getX5c() == null ? List.of() : statement.getX5c();
        return new Attestation(Attestation.Type.CERTIFIED, object.format(), path);
    }
}
