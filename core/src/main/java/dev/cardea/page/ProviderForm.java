package dev.cardea.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One way to sign in, as a form.
 *
 * @param kind {@code oauth}, {@code email}, {@code credentials} or {@code webauthn}
 * @param formId of the form element, or {@code null}
 * @param buttonId of its button, or {@code null}
 * @param callbackUrl a hidden field, or {@code null}
 * @param logo an image, or {@code null} for the monogram
 * @param separated whether a line stands before it
 * @param ceremony for {@code webauthn}, else {@code null}
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
     * What the page's script needs to ask for a passkey.
     *
     * @param options where it asks what to ask for
     * @param autofill {@code on} where browsers offer passkeys by themselves, else {@code null}
     * @param hint what an empty field means
     * @param cancelled and so on: what it says when the visitor gave up, has one already, or the browser cannot
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
