package dev.cardea.examples.demo;

import dev.cardea.http.HttpHandler;
import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.testing.AuthenticatorApp;
import java.time.Instant;

/** Shows what an authenticator app on a phone would show. */
final class AuthenticatorPage implements HttpHandler {
    @Override
    public Response handle(Request request) {
        var key = request.query("key").orElse("");
        return DemoPage.of("Authenticator", """
                <section><h1>Authenticator</h1>
                <p>Turn on <a href="/auth/account/security">two-step verification</a> without a phone: enter the key that is shown below the QR code.</p>
                %s<form><p><label>Key <input name="key" size="40" autocomplete="off" required value="%s"></label></p>
                <button>Show the code</button></form></section>
                """.formatted(key.isEmpty() ? "" : code(key), DemoPage.escape(key)));
    }

    private static String code(String key) {
        try {
            return "<p class=\"code\">" + AuthenticatorApp.of(key).value(Instant.now())
                    + "</p><p>Each code works once. Reload this page after 30 seconds for the next one.</p>";
        } catch (IllegalArgumentException e) {
            return "<p role=\"alert\">This isn't a key. It has letters and the digits 2 to 7.</p>";
        }
    }
}
