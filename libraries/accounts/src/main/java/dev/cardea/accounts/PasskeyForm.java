package dev.cardea.accounts;

import dev.cardea.provider.WebAuthnProvider;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The form with which core's script asks the browser for a passkey: it asks for options, and the form sends the passkey.
 *
 * @param label of the button
 * @param provider of the passkey
 * @param action what for, as core's script names it: {@code register} or {@code authenticate}
 * @param callbackUrl where the visitor goes afterwards
 * @param says what the script says, by the name that it has there: {@code cancelled}, {@code known}, {@code failed} and
 *     {@code unsupported}
 * @param withoutScript what a browser says that runs no script
 */
record PasskeyForm(
        String label,
        String provider,
        String action,
        String callbackUrl,
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
                callbackUrl,
                says(texts, "accounts.passkeys.known"),
                texts.apply("accounts.passkeys.script"));
    }

    /** Makes a form that signs in with a passkey of the account. */
    static PasskeyForm signingIn(UnaryOperator<String> texts, WebAuthnProvider provider, String callbackUrl) {
        return new PasskeyForm(
                texts.apply("accounts.reauth.passkey"),
                provider.id(),
                AUTHENTICATE,
                callbackUrl,
                says(texts, "signin.passkey.failed"),
                texts.apply("signin.passkey.unsupported"));
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
        var options = Html.escape(baseUrl + "/webauthn-options/" + provider);
        return "<div class=\"methods\"><input type=\"hidden\" name=\"action\" value=\"" + action
                + "\" data-form-field>"
                + forms.start(
                        baseUrl + "/callback/" + provider,
                        " data-passkey=\"" + options + "\"",
                        Map.of("callbackUrl", callbackUrl))
                + FormHtml.button(label, action.equals(REGISTER))
                + "<p class=\"says\" role=\"status\" data-passkey-says" + texts + "></p>"
                + "<noscript><p class=\"says\">" + Html.escape(withoutScript)
                + "</p></noscript></form></div>";
    }
}
