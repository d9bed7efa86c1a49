package dev.cardea.internal.method.webauthn;

import dev.cardea.observe.Step.PasskeyRule.Ceremony;
import dev.cardea.provider.NewPasskey;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.Attestation;
import dev.cardea.webauthn.spi.AttestationObject;
import dev.cardea.webauthn.spi.AttestedCredential;
import dev.cardea.webauthn.spi.AuthenticatorData;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Registering a new credential: the steps of Web Authentication Level 3 §7.1 that are the server's, in their order, one
 * method each. Numbers are those of the editor's draft of July 2026; other versions are one or two off.
 */
final class RegistrationSteps extends Steps {
    private static final int MAX_ID = 1023;

    private final Predicate<String> isRegistered;

    private RegistrationSteps(
            WebAuthnProvider provider, Expectation expected, BrowserCredential sent, Predicate<String> isRegistered) {
        super(Ceremony.REGISTRATION, provider, expected, sent);
        this.isRegistered = isRegistered;
    }

    /** What is stored of an answer that kept every rule; the data holds a credential. */
    record Result(AuthenticatorData data, AttestedCredential credential) {}

    /**
     * @param isRegistered whether any user has a credential with this id, as rows hold it
     * @throws dev.cardea.error.AuthException of type WebAuthnVerificationError naming the first step that fails
     */
    static Result verify(
            WebAuthnProvider provider, Expectation expected, BrowserCredential sent, Predicate<String> isRegistered) {
        var steps = new RegistrationSteps(provider, expected, sent, isRegistered);
        return steps.evaluate(steps::all);
    }

    private Result all() {
        // Steps 1 and 2 are the options and the browser.
        step3response();
        // Step 4: no extension is asked for whose result would matter.
        var client = steps5and6clientData();
        step7type(client);
        step8challenge(client);
        step9origin(client);
        step10frame(client);
        step11topOrigin(client);
        // Step 12, the hash, comes with the client data.
        var object = step13attestationObject();
        var data = object.authenticatorData();
        step14relyingParty(data);
        step15userPresence(data);
        step16userVerification(data);
        step17backup(data);
        var credential = attestedCredential(data);
        step20algorithm(credential);
        var attestation = steps21and22statement(object, client);
        steps18and19and24policy(data, credential, attestation);
        step25length(credential);
        step26unregistered(credential);
        // WebAuthnMethod and Registrar do steps 27 to 29, which store the record.
        return new Result(data, credential);
    }

    private void step3response() {
        require(sent.isPublicKey() && sent.has("attestationObject"), 3, "it is not an attestation response");
    }

    private ClientData steps5and6clientData() {
        return read(5, () -> ClientData.parse(sent.bytes("clientDataJSON")));
    }

    private void step7type(ClientData client) {
        requireType("webauthn.create", client, 7);
    }

    private void step8challenge(ClientData client) {
        requireChallenge(client, 8);
    }

    private void step9origin(ClientData client) {
        requireOrigin(client, 9);
    }

    private void step10frame(ClientData client) {
        requireNoFrame(client, 10);
    }

    private void step11topOrigin(ClientData client) {
        requireTopOrigin(client, 11);
    }

    private AttestationObject step13attestationObject() {
        return read(13, () -> ceremonies.attestationObject(sent.bytes("attestationObject")));
    }

    private void step14relyingParty(AuthenticatorData data) {
        requireRelyingParty(data, 14);
    }

    private void step15userPresence(AuthenticatorData data) {
        requirePresence(data, 15);
    }

    private void step16userVerification(AuthenticatorData data) {
        requireVerification(data, 16);
    }

    private void step17backup(AuthenticatorData data) {
        requireSoundBackup(data, 17);
    }

    /** Between the steps: there is a credential (§6.5.2), and it is the one that the answer names. */
    private AttestedCredential attestedCredential(AuthenticatorData data) {
        require(data.credential() != null, 13, "there is no attested credential");
        var credential = Objects.requireNonNull(data.credential());
        boolean isNamed = read(13, () -> Arrays.equals(credential.id(), sent.id()));
        require(isNamed, 13, "the response contains a different ID");
        return credential;
    }

    private void step20algorithm(AttestedCredential credential) {
        long algorithm = read(20, () -> ceremonies.algorithm(credential.publicKey()));
        require(provider.algorithms().contains(algorithm), 20, "the algorithm was not offered");
    }

    private Attestation steps21and22statement(AttestationObject object, ClientData client) {
        return read(21, () -> ceremonies.attestation(object, client.hash(), rpId()));
    }

    /** Step 23, whose word counts, is in the policy too. */
    private void steps18and19and24policy(
            AuthenticatorData data, AttestedCredential credential, Attestation attestation) {
        var passkey = new NewPasskey(
                attestation,
                HexFormat.of().formatHex(credential.aaguid()),
                data.userVerified(),
                data.backupEligible(),
                data.backedUp(),
                Objects.requireNonNullElse(sent.transports(), List.of()));
        require(provider.accepts(passkey), 24, "the policy does not want this passkey");
    }

    private void step25length(AttestedCredential credential) {
        int length = credential.id().length;
        require(length > 0 && length <= MAX_ID, 25, "the id has an unusable length");
    }

    private void step26unregistered(AttestedCredential credential) {
        require(!isRegistered.test(Bytes.base64(credential.id())), 26, "the passkey is already registered");
    }
}
