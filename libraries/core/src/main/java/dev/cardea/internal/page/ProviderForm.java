package dev.cardea.internal.page;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One sign-in method, as a form. That of passkeys has no fields where it shares those of an {@link AddressForm}.
 *
 * @param index of the provider in the configuration
 * @param callbackUrl a hidden field, or {@code null}
 * @param separated whether a line precedes it
 * @param ceremony for passkeys, otherwise {@code null}
 */
public record ProviderForm(
        int index,
        String action,
        @Nullable String callbackUrl,
        List<Input> inputs,
        Button button,
        boolean separated,
        @Nullable Ceremony ceremony) {
    /**
     * @param id of the element, or {@code null}
     * @param mark of a provider that has one, otherwise {@code null}
     */
    public record Button(
            @Nullable String id, String label, @Nullable Mark mark) {}

    /**
     * @param logo an image, or {@code null}
     * @param path of an SVG, where there is no logo; {@code null} for the monogram
     */
    public record Mark(@Nullable String logo, @Nullable String path, String monogram) {}

    /**
     * What the script of the page needs to request a passkey.
     *
     * @param formId of the form element
     * @param options address of the WebAuthn options
     * @param autofill {@code on} if browsers offer passkeys by themselves, otherwise {@code null}
     * @param hint what an empty field means
     * @param cancelled the text after the visitor cancelled; the others are for a passkey that exists already and for
     *     browsers without passkeys
     */
    public record Ceremony(
            String formId,
            String options,
            @Nullable String autofill,
            @Nullable String hint,
            String cancelled,
            String known,
            String failed,
            String unsupported) {}

    public @Nullable String formId() {
        return ceremony == null ? null : ceremony.formId;
    }

    public @Nullable String passkeyOptions() {
        return ceremony == null ? null : ceremony.options;
    }

    public @Nullable String passkeyAutofill() {
        return ceremony == null ? null : ceremony.autofill;
    }

    /** One field: its label and the attributes of its input. */
    public record Input(String id, String label, Map<String, String> attributes) {}
}
