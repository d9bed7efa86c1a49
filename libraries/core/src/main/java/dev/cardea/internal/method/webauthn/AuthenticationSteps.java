package dev.cardea.internal.method.webauthn;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.observe.Step.PasskeyRule.Ceremony;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.AuthenticatorData;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Verifying an assertion: the steps of Web Authentication Level 3 §7.2 that are the server's, in their order, one method
 * each. Numbers are those of the editor's draft of July 2026; other versions are one or two off.
 */
final class AuthenticationSteps extends Steps {
    private final StoredCredential known;

    private AuthenticationSteps(
            WebAuthnProvider provider, Expectation expected, BrowserCredential sent, StoredCredential known) {
        super(Ceremony.AUTHENTICATION, provider, expected, sent);
        this.known = known;
    }

    /**
     * What is stored of the credential that the answer names.
     *
     * @param userHandle of its owner; {@code null} if it was not stored
     * @param identified the user for whom the ceremony was begun; {@code null} if it was begun without a user
     */
    record StoredCredential(
            AdapterAuthenticator authenticator,
            @Nullable String userHandle,
            @Nullable String identified) {}

    /** @throws dev.cardea.error.AuthException of type WebAuthnVerificationError naming the first step that fails */
    static AuthenticatorData verify(
            WebAuthnProvider provider, Expectation expected, BrowserCredential sent, StoredCredential known) {
        var steps = new AuthenticationSteps(provider, expected, sent, known);
        return steps.evaluate(steps::all);
    }

    private AuthenticatorData all() {
        // Steps 1 and 2 are the options and the browser.
        step3response();
        // Step 4: no extension is asked for whose result would matter.
        step5and6owner();
        step6userHandle();
        byte[] authData = step7data();
        var client = steps8and9clientData();
        step10type(client);
        step11challenge(client);
        step12origin(client);
        step13frame(client);
        step14topOrigin(client);
        var data = read(7, () -> ceremonies.authenticatorData(authData));
        step15relyingParty(data);
        step16userPresence(data);
        step17userVerification(data);
        step18backup(data);
        step19backupEligibility(data);
        step20and21signature(authData, client);
        step22counter(data);
        // WebAuthnMethod does steps 23 to 25, which update the record.
        return data;
    }

    private void step3response() {
        require(sent.isPublicKey() && sent.has("signature"), 3, "it is not an assertion response");
    }

    /** Who was named before owns the credential. The list that was offered, step 5, was exactly that user's. */
    private void step5and6owner() {
        boolean owned = known.identified == null || known.identified.equals(known.authenticator.userId());
        require(owned, 6, "the passkey is not of the user for whom this was begun");
    }

    /** Where the handle was kept: given by an authenticator that found its user itself, and never another. */
    private void step6userHandle() {
        if (known.userHandle == null) return;
        var given = sent.text("userHandle");
        boolean empty = given == null || given.isEmpty();
        require(!empty || known.identified != null, 6, "the user handle is missing");
        require(empty || isHandle(Objects.requireNonNull(given)), 6, "the user handle is another user's");
    }

    /** Browsers give bytes in base64url, and clients of Auth.js the text that was made. */
    private boolean isHandle(String given) {
        var handle = Objects.requireNonNull(known.userHandle);
        return given.equals(handle) || given.equals(Bytes.base64Url(Bytes.utf8(handle)));
    }

    private byte[] step7data() {
        return read(7, () -> sent.bytes("authenticatorData"));
    }

    private ClientData steps8and9clientData() {
        return read(8, () -> ClientData.parse(sent.bytes("clientDataJSON")));
    }

    private void step10type(ClientData client) {
        requireType("webauthn.get", client, 10);
    }

    private void step11challenge(ClientData client) {
        requireChallenge(client, 11);
    }

    private void step12origin(ClientData client) {
        requireOrigin(client, 12);
    }

    private void step13frame(ClientData client) {
        requireNoFrame(client, 13);
    }

    private void step14topOrigin(ClientData client) {
        requireTopOrigin(client, 14);
    }

    private void step15relyingParty(AuthenticatorData data) {
        requireRelyingParty(data, 15);
    }

    private void step16userPresence(AuthenticatorData data) {
        requirePresence(data, 16);
    }

    private void step17userVerification(AuthenticatorData data) {
        requireVerification(data, 17);
    }

    private void step18backup(AuthenticatorData data) {
        requireSoundBackup(data, 18);
    }

    /** What can be backed up stays so. */
    private void step19backupEligibility(AuthenticatorData data) {
        var stored = known.authenticator.credentialDeviceType();
        boolean said = stored.equals(DeviceType.SINGLE) || stored.equals(DeviceType.MULTI);
        require(!said || stored.equals(DeviceType.of(data)), 19, "it became another kind of passkey");
    }

    private void step20and21signature(byte[] authData, ClientData client) {
        byte[] signed = ByteBuffer.allocate(authData.length + client.hash().length)
                .put(authData)
                .put(client.hash())
                .array();
        byte[] key = Bytes.fromBase64(known.authenticator.credentialPublicKey());
        boolean isSigned = read(21, () -> ceremonies.isSigned(key, signed, sent.bytes("signature")));
        require(isSigned, 21, "the signature is wrong");
    }

    /** A counter that does not go up means that there are two of what can only be one. */
    private void step22counter(AuthenticatorData data) {
        long stored = known.authenticator.counter();
        boolean counts = data.signCount() != 0 || stored != 0;
        require(!counts || data.signCount() > stored, 22, "the counter did not go up");
    }
}
