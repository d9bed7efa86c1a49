package dev.cardea.internal.method.webauthn;

import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.jose.Hashes;
import dev.cardea.observe.Observation;
import dev.cardea.observe.ProviderId;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.PasskeyRule.Ceremony;
import dev.cardea.provider.RelyingParty;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.webauthn.spi.AuthenticatorData;
import dev.cardea.webauthn.spi.Ceremonies;
import dev.cardea.webauthn.spi.CeremonyException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What both ceremonies ask. The steps of each are in a subclass, with the numbers that an error names.
 */
abstract class Steps {
    final WebAuthnProvider provider;
    final Ceremonies ceremonies;
    final BrowserCredential sent;
    private final Expectation expected;
    private final Ceremony ceremony;

    Steps(Ceremony ceremony, WebAuthnProvider provider, Expectation expected, BrowserCredential sent) {
        this.ceremony = ceremony;
        this.provider = provider;
        this.expected = expected;
        this.sent = sent;
        ceremonies = provider.ceremonies();
    }

    /**
     * What the answer is held against.
     *
     * @param firstUse whether the challenge was not answered before; asking uses it up
     */
    record Expectation(String challenge, RelyingParty party, BooleanSupplier firstUse) {}

    /** Whatever cannot be read counts as not verified. */
    <T> T evaluate(Supplier<T> steps) {
        try {
            return steps.get();
        } catch (AuthException e) {
            throw e;
        } catch (RuntimeException e) {
            throw rejection("what was sent cannot be read", e);
        }
    }

    /** What a library refuses, it refuses in a step. */
    <T> T read(int step, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (IllegalArgumentException | CeremonyException e) {
            observe(step);
            throw rejection("step " + step + ": what was sent cannot be read", e);
        }
    }

    String rpId() {
        return expected.party.id();
    }

    void require(boolean holds, int step, String why) {
        if (holds) return;
        observe(step);
        throw rejection("step " + step + ": " + why, null);
    }

    private void observe(int step) {
        Observation.current().add(new Step.PasskeyRule(ProviderId.of(provider), ceremony, step));
    }

    void requireType(String type, ClientData client, int step) {
        require(type.equals(client.text("type")), step, "the response belongs to another ceremony");
    }

    void requireChallenge(ClientData client, int step) {
        require(expected.challenge.equals(client.text("challenge")), step, "the challenge is another");
        require(expected.firstUse.getAsBoolean(), step, "the challenge was already used");
    }

    void requireOrigin(ClientData client, int step) {
        var origin = client.text("origin");
        require(origin != null && expected.party.origins().contains(origin), step, "the origin is not expected");
    }

    void requireNoFrame(ClientData client, int step) {
        require(!client.isFramed() || !expected.party.topOrigins().isEmpty(), step, "the page was in a foreign frame");
    }

    void requireTopOrigin(ClientData client, int step) {
        if (!client.json().has("topOrigin")) return;
        var top = client.text("topOrigin");
        require(top != null && expected.party.topOrigins().contains(top), step, "the frame's page is not expected");
    }

    void requireRelyingParty(AuthenticatorData data, int step) {
        var hash = Hashes.sha256(Bytes.utf8(expected.party.id()));
        require(Arrays.equals(data.rpIdHash(), hash), step, "the passkey belongs to another site");
    }

    void requirePresence(AuthenticatorData data, int step) {
        require(data.userPresent(), step, "no user was present");
    }

    void requireVerification(AuthenticatorData data, int step) {
        boolean asked = provider.userVerification() == Requirement.REQUIRED;
        require(data.userVerified() || !asked, step, "the user was not verified");
    }

    void requireSoundBackup(AuthenticatorData data, int step) {
        require(data.backupEligible() || !data.backedUp(), step, "it is backed up and cannot be");
    }

    private AuthException rejection(String why, @Nullable Throwable cause) {
        var what = ceremony == Ceremony.REGISTRATION ? "registration, " : "sign-in, ";
        return new AuthException(ErrorType.WEBAUTHN_VERIFICATION_ERROR, what + why, cause, provider.id());
    }
}
