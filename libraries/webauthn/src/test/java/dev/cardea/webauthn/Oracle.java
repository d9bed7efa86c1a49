package dev.cardea.webauthn;

import com.yubico.webauthn.AssertionRequest;
import com.yubico.webauthn.CredentialRepository;
import com.yubico.webauthn.FinishAssertionOptions;
import com.yubico.webauthn.FinishRegistrationOptions;
import com.yubico.webauthn.RegisteredCredential;
import com.yubico.webauthn.RelyingParty;
import com.yubico.webauthn.data.AuthenticatorSelectionCriteria;
import com.yubico.webauthn.data.ByteArray;
import com.yubico.webauthn.data.COSEAlgorithmIdentifier;
import com.yubico.webauthn.data.PublicKeyCredential;
import com.yubico.webauthn.data.PublicKeyCredentialCreationOptions;
import com.yubico.webauthn.data.PublicKeyCredentialDescriptor;
import com.yubico.webauthn.data.PublicKeyCredentialParameters;
import com.yubico.webauthn.data.PublicKeyCredentialRequestOptions;
import com.yubico.webauthn.data.RelyingPartyIdentity;
import com.yubico.webauthn.data.UserIdentity;
import com.yubico.webauthn.data.UserVerificationRequirement;
import com.yubico.webauthn.data.exception.Base64UrlException;
import com.yubico.webauthn.exception.AssertionFailedException;
import com.yubico.webauthn.exception.RegistrationFailedException;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The same site with Yubico's library, for comparison. */
final class Oracle implements CredentialRepository {
    private final Map<ByteArray, RegisteredCredential> credentials = new HashMap<>();
    private final RelyingPartyIdentity identity =
            RelyingPartyIdentity.builder().id("app.example").name("app.example").build();
    private final RelyingParty party = RelyingParty.builder()
            .identity(identity)
            .credentialRepository(this)
            .origins(Set.of(PasskeySite.APP))
            .build();

    /** Returns whether the library accepts this registration; it then knows the credential. */
    boolean registers(Claims options, Claims answer) {
        var handle = bytes(options.get(Claim.object("user")).orElseThrow().text("id"));
        var request = PublicKeyCredentialCreationOptions.builder()
                .rp(identity)
                .user(UserIdentity.builder()
                        .name("ada@example.com")
                        .displayName("Ada")
                        .id(handle)
                        .build())
                .challenge(base64Url(options.text("challenge")))
                .pubKeyCredParams(Stream.of(
                                COSEAlgorithmIdentifier.EdDSA,
                                COSEAlgorithmIdentifier.ES256,
                                COSEAlgorithmIdentifier.RS256)
                        .map(it ->
                                PublicKeyCredentialParameters.builder().alg(it).build())
                        .toList())
                .authenticatorSelection(AuthenticatorSelectionCriteria.builder()
                        .userVerification(UserVerificationRequirement.REQUIRED)
                        .build())
                .build();
        try {
            var result = party.finishRegistration(FinishRegistrationOptions.builder()
                    .request(request)
                    .response(PublicKeyCredential.parseRegistrationResponseJson(answer.toJson()))
                    .build());
            credentials.put(
                    result.getKeyId().getId(),
                    RegisteredCredential.builder()
                            .credentialId(result.getKeyId().getId())
                            .userHandle(handle)
                            .publicKeyCose(result.getPublicKeyCose())
                            .signatureCount(result.getSignatureCount())
                            .backupEligible(result.isBackupEligible())
                            .backupState(result.isBackedUp())
                            .build());
            return true;
        } catch (RegistrationFailedException | IOException | RuntimeException e) {
            return false;
        }
    }

    /** Returns whether the library accepts this sign-in. */
    boolean signsIn(Claims options, Claims answer) {
        var request = AssertionRequest.builder()
                .publicKeyCredentialRequestOptions(PublicKeyCredentialRequestOptions.builder()
                        .challenge(base64Url(options.text("challenge")))
                        .rpId("app.example")
                        .userVerification(UserVerificationRequirement.REQUIRED)
                        .build())
                .build();
        try {
            var result = party.finishAssertion(FinishAssertionOptions.builder()
                    .request(request)
                    .response(PublicKeyCredential.parseAssertionResponseJson(answer.toJson()))
                    .build());
            var used = result.getCredential().toBuilder();
            credentials.put(
                    result.getCredential().getCredentialId(),
                    used.signatureCount(result.getSignatureCount())
                            .backupState(result.isBackedUp())
                            .build());
            return result.isSuccess();
        } catch (AssertionFailedException | IOException | RuntimeException e) {
            return false;
        }
    }

    @Override
    public Set<PublicKeyCredentialDescriptor> getCredentialIdsForUsername(String username) {
        return Set.of();
    }

    @Override
    public Optional<ByteArray> getUserHandleForUsername(String username) {
        return Optional.empty();
    }

    @Override
    public Optional<String> getUsernameForUserHandle(ByteArray userHandle) {
        return credentials.values().stream()
                .filter(one -> one.getUserHandle().equals(userHandle))
                .map(one -> "ada@example.com")
                .findFirst();
    }

    @Override
    public Optional<RegisteredCredential> lookup(ByteArray credentialId, ByteArray userHandle) {
        return Optional.ofNullable(credentials.get(credentialId))
                .filter(one -> one.getUserHandle().equals(userHandle));
    }

    @Override
    public Set<RegisteredCredential> lookupAll(ByteArray credentialId) {
        return Set.copyOf(Stream.ofNullable(credentials.get(credentialId)).toList());
    }

    private static ByteArray bytes(@Nullable String text) {
        return new ByteArray(Objects.requireNonNull(text).getBytes(StandardCharsets.UTF_8));
    }

    private static ByteArray base64Url(@Nullable String text) {
        try {
            return ByteArray.fromBase64Url(Objects.requireNonNull(text));
        } catch (Base64UrlException e) {
            throw new IllegalStateException(e);
        }
    }
}
