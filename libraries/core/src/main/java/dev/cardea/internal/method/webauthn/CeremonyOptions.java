package dev.cardea.internal.method.webauthn;

import dev.cardea.adapter.AdapterAuthenticator;
import dev.cardea.json.Claims;
import dev.cardea.model.User;
import dev.cardea.provider.RelyingParty;
import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What browsers are asked for, in the order of keys of the wire (Web Authentication §5.4 and §5.5). */
final class CeremonyOptions {
    private final WebAuthnProvider provider;

    CeremonyOptions(WebAuthnProvider provider) {
        this.provider = provider;
    }

    /** @param allowed the passkeys that will do; {@code null}: whichever the user picks */
    Claims authentication(String challenge, RelyingParty party, @Nullable List<AdapterAuthenticator> allowed) {
        return Claims.of("challenge", challenge)
                .withPresent("allowCredentials", allowed == null ? null : descriptors(allowed))
                .with("timeout", provider.timeout().toMillis())
                .with("userVerification", provider.userVerification().wire())
                .with("rpId", party.id());
    }

    /**
     * @param handle by which the authenticator will know the user; sent as it is, clients make bytes of it
     * @param existing what the user has already and need not make again
     */
    Claims registration(
            String challenge, RelyingParty party, User user, String handle, List<AdapterAuthenticator> existing) {
        var email = user.email();
        var shown = user.name() == null ? email : user.name();
        return Claims.of("challenge", challenge)
                .with("rp", Claims.of("name", party.name()).with("id", party.id()))
                .with("user", Claims.of("id", handle).with("name", email).with("displayName", shown))
                .with("pubKeyCredParams", algorithms())
                .with("timeout", provider.timeout().toMillis())
                .with("attestation", provider.attestation())
                .with("excludeCredentials", descriptors(existing))
                .with("authenticatorSelection", selection())
                .with("extensions", Claims.of("credProps", true));
    }

    private List<?> algorithms() {
        return provider.algorithms().stream()
                .map(number -> Claims.of("alg", number).with("type", "public-key"))
                .toList();
    }

    private Claims selection() {
        return Claims.of("residentKey", provider.residentKey().wire())
                .with("userVerification", provider.userVerification().wire())
                .with("requireResidentKey", provider.residentKey() == Requirement.REQUIRED);
    }

    private static List<?> descriptors(List<AdapterAuthenticator> authenticators) {
        return authenticators.stream().map(CeremonyOptions::descriptor).toList();
    }

    private static Claims descriptor(AdapterAuthenticator authenticator) {
        return Claims.of("id", Bytes.base64Url(Bytes.fromBase64(authenticator.credentialID())))
                .with("type", "public-key")
                .withPresent("transports", transports(authenticator.transports()));
    }

    private static @Nullable List<String> transports(@Nullable String joined) {
        return joined == null || joined.isEmpty() ? null : List.of(joined.split(",", -1));
    }
}
