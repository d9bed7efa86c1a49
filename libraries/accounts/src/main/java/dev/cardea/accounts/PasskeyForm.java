package dev.cardea.accounts;

import dev.cardea.provider.WebAuthnProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The form with which core's script asks the browser for a passkey: it asks for options, and the form sends the passkey.
 *
 * @param label of the button
 * @param provider of the passkey
 * @param action what for, as core's script names it: {@code register} or {@code authenticate}
 * @param isPrimary whether it is the first choice of its page
 * @param hidden further fields by name, such as where the visitor goes afterwards
 * @param fields what the visitor chooses with it
 * @param says what the script says, by the name that it has there: {@code cancelled}, {@code known}, {@code failed} and
 *     {@code unsupported}
 * @param withoutScript what a browser says that runs no script
 */
record PasskeyForm(
        String label,
        String provider,
        String action,
        boolean isPrimary,
        Map<String, String> hidden,
        List<FormField> fields,
        Map<String, String> says,
        String withoutScript) {
    private static final String REGISTER = "register";
    private static final String AUTHENTICATE = "authenticate";

    /** Makes a form that adds a passkey to the account. */
    static PasskeyForm adding(UnaryOperator<String> texts, WebAuthnProvider provider, String callbackUrl) {
        return new PasskeyForm(
                texts.apply("accounts.passkeys.add"),
                provider.id(),
                REGISTER,
                true,
                Map.of("callbackUrl", callbackUrl),
                List.of(),
                says(texts, "accounts.passkeys.known"),
                texts.apply("accounts.passkeys.script"));
    }

    /** Makes a form that signs in with a passkey of the account. */
    static PasskeyForm signingIn(UnaryOperator<String> texts, WebAuthnProvider provider, String callbackUrl) {
        return new PasskeyForm(
                texts.apply("accounts.reauth.passkey"),
                provider.id(),
                AUTHENTICATE,
                false,
                Map.of("callbackUrl", callbackUrl),
                List.of(),
                says(texts, "signin.passkey.failed"),
                texts.apply("signin.passkey.unsupported"));
    }

    /** Makes it the first choice of its page. */
    PasskeyForm primary() {
        return new PasskeyForm(label, provider, action, true, hidden, fields, says, withoutScript);
    }

    /** Sends a further field, next to those of before. */
    PasskeyForm hidden(String name, String value) {
        var all = new LinkedHashMap<>(hidden);
        all.put(name, value);
        return new PasskeyForm(label, provider, action, isPrimary, all, fields, says, withoutScript);
    }

    /** Asks for this choice, in place of those of before. */
    PasskeyForm asking(FormField field) {
        return new PasskeyForm(label, provider, action, isPrimary, hidden, List.of(field), says, withoutScript);
    }

    private static Map<String, String> says(UnaryOperator<String> texts, String known) {
        return Map.of(
                "cancelled", texts.apply("signin.passkey.cancelled"),
                "known", texts.apply(known),
                "failed", texts.apply("signin.passkey.failed"),
                "unsupported", texts.apply("signin.passkey.unsupported"));
    }

    /**
     * Returns the form. The script asks with the hidden field next to it, and sends the action itself.
     *
     * @param baseUrl origin and base path
     */
    String html(FormHtml forms, String baseUrl) {
        var texts = new StringBuilder();
        says.forEach((name, text) -> texts.append(" data-" + name + "=\"" + Html.escape(text) + "\""));
        var inputs = new StringBuilder();
        for (var field : fields) inputs.append(FormHtml.input(field, null));
        var options = Html.escape(baseUrl + "/webauthn-options/" + provider);
        return "<div class=\"methods\"><input type=\"hidden\" name=\"action\" value=\"" + action
                + "\" data-form-field>"
                + forms.start(baseUrl + "/callback/" + provider, " data-passkey=\"" + options + "\"", hidden)
                + inputs
                + FormHtml.button(label, isPrimary)
                + "<p class=\"says\" role=\"status\" data-passkey-says" + texts + "></p>"
                + "<noscript><p class=\"says\">" + Html.escape(withoutScript)
                + "</p></noscript></form></div>";
    }
}
