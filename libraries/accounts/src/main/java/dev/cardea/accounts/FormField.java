package dev.cardea.accounts;

import org.jspecify.annotations.Nullable;

/**
 * One field.
 *
 * @param type of the input, such as {@code email}
 * @param autocomplete as of HTML
 * @param value what was entered; empty for a password
 * @param hint below the field; {@code null}: none
 * @param minimumLength {@code 0}: none
 * @param isLeftToRight whether the value is written so in every language, as a code is
 */
record FormField(
        String name,
        String label,
        String type,
        String autocomplete,
        String value,
        boolean isRequired,
        @Nullable String hint,
        int minimumLength,
        boolean isLeftToRight) {
    static FormField email(String label, String value) {
        return new FormField("email", label, "email", "username", value, true, null, 0, false);
    }

    static FormField currentPassword(String name, String label) {
        return new FormField(name, label, "password", "current-password", "", true, null, 0, false);
    }

    static FormField text(String name, String label, String value, boolean isRequired, @Nullable String hint) {
        return new FormField(name, label, "text", "off", value, isRequired, hint, 0, false);
    }

    static FormField code(String label) {
        return new FormField("code", label, "text", "one-time-code", "", true, null, 0, true);
    }

    static FormField recoveryCode(String label) {
        return new FormField("code", label, "text", "off", "", true, null, 0, true);
    }

    /** @param isChecked what was chosen before */
    static FormField checkbox(String name, String label, boolean isChecked) {
        return new FormField(name, label, "checkbox", "off", isChecked ? "on" : "", false, null, 0, false);
    }

    static FormField newPassword(String label, String hint, int minimumLength) {
        return new FormField("password", label, "password", "new-password", "", true, hint, minimumLength, false);
    }
}
