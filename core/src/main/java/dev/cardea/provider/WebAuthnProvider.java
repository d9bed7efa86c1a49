package dev.cardea.provider;

import dev.cardea.model.ProviderType;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sign-in with a passkey (experimental; needs {@code experimental.enableWebAuthn} and a module with the ceremonies).
 *
 * @param enableConditionalUI offers passkeys in the browser's autofill; one provider at most
 * @param simpleWebAuthnBrowserVersion {@code v1.2.3}, or {@code null}; kept for configurations that have it
 */
public record WebAuthnProvider(
        String id,
        String name,
        boolean enableConditionalUI,
        Map<String, CredentialInput> formFields,
        @Nullable String simpleWebAuthnBrowserVersion)
        implements Provider {
    public WebAuthnProvider {
        formFields = Collections.unmodifiableMap(new LinkedHashMap<>(formFields));
    }

    public static WebAuthnProvider of(String id, String name) {
        var email = CredentialInput.text("Email")
                .with("type", "email")
                .with("required", "true")
                .with("autocomplete", "username webauthn");
        return new WebAuthnProvider(id, name, true, Map.of("email", email), null);
    }

    @Override
    public ProviderType type() {
        return ProviderType.WEBAUTHN;
    }

    @Override
    public <R> R accept(Cases<R> cases) {
        return cases.webAuthn(this);
    }
}
