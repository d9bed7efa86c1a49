package dev.cardea.accounts;

import java.util.Map;

/**
 * The form with which core's script registers a passkey: it asks for options, and the form sends the new passkey.
 *
 * @param target where the passkey is sent
 * @param options where the script asks
 * @param callbackUrl where the visitor goes afterwards
 * @param says what the script says, by the name that it has there: {@code cancelled}, {@code known}, {@code failed} and
 *     {@code unsupported}
 * @param withoutScript what a browser says that runs no script
 */
record PasskeyForm(
        String label,
        String target,
        String options,
        String callbackUrl,
        Map<String, String> says,
        String withoutScript) {
    String html(FormHtml forms) {
        var texts = new StringBuilder();
        says.forEach((name, text) -> texts.append(" data-" + name + "=\"" + Html.escape(text) + "\""));
        return forms.start(target, " data-passkey=\"" + Html.escape(options) + "\"", Map.of("callbackUrl", callbackUrl))
                + FormHtml.button(label, true)
                + "<p class=\"says\" role=\"status\" data-passkey-says" + texts + "></p>"
                + "<noscript><p class=\"says\">" + Html.escape(withoutScript)
                + "</p></noscript></form>";
    }
}
