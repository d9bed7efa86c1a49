package dev.cardea.internal.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sign-in method, as a form.
 *
 * @param kind {@code oauth}, {@code email}, {@code credentials} or {@code webauthn}
 * @param formId of the form element, or {@code null}
 * @param buttonId of its button, or {@code null}
 * @param callbackUrl a hidden field, or {@code null}
 * @param logo an image, or {@code null} for the monogram
 * @param separated whether a line precedes it
 * @param ceremony for {@code webauthn}, otherwise {@code null}
 */
public record ProviderForm(
        String kind,
        String id,
        String action,
        @Nullable String formId,
        @Nullable String buttonId,
        @Nullable String callbackUrl,
        String label,
        @Nullable String logo,
        String monogram,
        List<Input> inputs,
        boolean separated,
        @Nullable Ceremony ceremony) {
    /**
     * What the script of the page needs to request a passkey.
     *
     * @param options address of the WebAuthn options
     * @param autofill {@code on} if browsers offer passkeys by themselves, otherwise {@code null}
     * @param hint what an empty field means
     * @param cancelled the text after the visitor cancelled; the others are for a passkey that exists already and for
     *     browsers without passkeys
     */
    public record Ceremony(
            String options,
            @Nullable String autofill,
            @Nullable String hint,
            String cancelled,
            String known,
            String failed,
            String unsupported) {}

    public @Nullable String passkeyOptions() {
        return ceremony == null ? null : ceremony.options;
    }

    public @Nullable String passkeyAutofill() {
        return ceremony == null ? null : ceremony.autofill;
    }

    /** One field: its label and the attributes of its input. */
    public record Input(String id, String label, Map<String, String> attributes) {}
}
