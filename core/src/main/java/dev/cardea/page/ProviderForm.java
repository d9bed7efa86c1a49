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
        boolean separated) {
    /** One field: its label and the attributes of its input. */
    public record Input(String id, String label, Map<String, String> attributes) {}
}
