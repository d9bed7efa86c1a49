package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.testing.AuthenticatorApp;
import java.time.Clock;
import java.util.Map;

/** Shows what an authenticator app shows, to try two-step verification without a phone. It keeps nothing. */
final class AuthenticatorPage implements DevPage {
    private final Clock clock;

    /** @param clock of the site */
    AuthenticatorPage(Clock clock) {
        this.clock = clock;
    }

    @Override
    public String name() {
        return "authenticator";
    }

    @Override
    public String title() {
        return "Authenticator";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var key = query.getOrDefault("key", "");
        var html = new StringBuilder(
                "<h1>Authenticator</h1><p class=\"lead\">Try two-step verification without a phone. Enter"
                        + " the key that is shown below the QR code.</p>");
        if (!key.isEmpty()) html.append(value(key));
        html.append("<form><p><label>Key <input name=\"key\" size=\"40\" autocomplete=\"off\" required value=\"")
                .append(DevPages.escape(key))
                .append("\"></label></p><button>Show the code</button></form>");
        return DevPages.page(home, this, html);
    }

    private String value(String key) {
        try {
            var value = AuthenticatorApp.of(key).value(clock.instant());
            return "<p role=\"status\"><strong><code>" + value
                    + "</code></strong></p><p>Each code works once. Reload this page"
                    + " after 30 seconds for the next one.</p>";
        } catch (IllegalArgumentException e) {
            return "<p role=\"alert\">This isn't a key. It has letters and the digits 2 to 7.</p>";
        }
    }

    /** Nothing is kept, so there is nothing to change. */
    @Override
    public Response act(String home, Map<String, String> form) {
        return DevPages.seeOther(path(home));
    }
}
