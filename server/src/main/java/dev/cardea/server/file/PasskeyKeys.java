package dev.cardea.server.file;

import dev.cardea.provider.Requirement;
import dev.cardea.provider.WebAuthnProvider;
import dev.cardea.server.file.Key.Shape;
import dev.cardea.webauthn.Passkey;
import dev.cardea.webauthn.WebAuthn;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of a provider of passkeys. */
final class PasskeyKeys {
    private static final Map<String, Requirement> REQUIREMENTS = Map.of(
            "required", Requirement.REQUIRED,
            "preferred", Requirement.PREFERRED,
            "discouraged", Requirement.DISCOURAGED);

    private static final Key TIMEOUT =
            Key.number("timeout", null, "How many milliseconds the browser waits for the user.", 1, 3_600_000);

    static final List<Key> KEYS = List.of(
            ButtonKeys.NAME,
            Key.flag("enableConditionalUI", null, "Offers passkeys in the form's fields."),
            Key.flag("signUp", null, "Lets visitors register with a passkey."),
            Key.text("simpleWebAuthnBrowserVersion", null, "For pages of Auth.js."),
            Key.choice(
                    "userVerification",
                    null,
                    "Whether the device asks for a PIN, a fingerprint or a face.",
                    REQUIREMENTS),
            Key.choice("residentKey", null, "Whether the device keeps the passkey.", REQUIREMENTS),
            TIMEOUT,
            Key.of("formFields", null, "The fields of the form.", CredentialsKeys.INPUTS),
            Key.group(
                    "relayingParty",
                    "The site that passkeys belong to.",
                    Key.text("id", null, "The domain of the site."),
                    Key.text("name", null, "The name of the site."),
                    Key.of("origin", null, "The origins of the site.", Shape.TEXT, Shape.TEXTS)));

    private PasskeyKeys() {}

    /** @param use {@code passkey} or {@code webauthn} */
    static WebAuthnProvider read(Section section, String id, String use) {
        var provider = (use.equals("passkey") ? Passkey.provider() : WebAuthn.provider()).id(id);
        provider = section.text("name").map(provider::name).orElse(provider);
        provider = section.flag("enableConditionalUI")
                .map(provider::enableConditionalUI)
                .orElse(provider);
        provider = section.flag("signUp").map(provider::signUp).orElse(provider);
        provider = section.text("simpleWebAuthnBrowserVersion")
                .map(provider::simpleWebAuthnBrowserVersion)
                .orElse(provider);
        provider = section.choice("userVerification", REQUIREMENTS)
                .map(provider::userVerification)
                .orElse(provider);
        provider = section.choice("residentKey", REQUIREMENTS)
                .map(provider::residentKey)
                .orElse(provider);
        provider = section.number(TIMEOUT)
                .map(Duration::ofMillis)
                .map(provider::timeout)
                .orElse(provider);
        return withFields(section, withParty(section, provider));
    }

    private static WebAuthnProvider withFields(Section section, WebAuthnProvider provider) {
        var fields = CredentialsKeys.inputs(section, "formFields");
        return fields.isEmpty() ? provider : provider.formFields(new LinkedHashMap<>(fields));
    }

    /** The spelling is that of Auth.js. */
    private static WebAuthnProvider withParty(Section section, WebAuthnProvider provider) {
        List<WebAuthnProvider> changed = new ArrayList<>(List.of(provider));
        section.section("relayingParty", below -> {
            var id = below.text("id");
            var name = below.text("name");
            var origins = below.item("origin") instanceof Item.Listing
                    ? below.texts("origin")
                    : below.text("origin").stream().toList();
            changed.set(0, provider.relyingParty((site, request) -> {
                var party = id.map(site::id).orElse(site);
                party = name.map(party::name).orElse(party);
                return origins.isEmpty() ? party : party.origins(origins.toArray(String[]::new));
            }));
        });
        return changed.get(0);
    }
}
