package dev.cardea.dev;

import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.json.Json;
import dev.cardea.json.JsonException;
import dev.cardea.testing.VirtualAuthenticator;
import java.util.Map;

/** The passkeys of the software authenticator, and the authenticator itself for the script of the built-in pages. */
final class PasskeysPage implements DevPage {
    private static final String NONE = "<p>No passkeys yet. Sign in, then add one on the sign-in page.</p>";

    private final VirtualPasskeys passkeys;
    private final boolean isConfigured;

    /** @param isConfigured whether users may sign in with a passkey */
    PasskeysPage(VirtualPasskeys passkeys, boolean isConfigured) {
        this.passkeys = passkeys;
        this.isConfigured = isConfigured;
    }

    @Override
    public String name() {
        return "passkeys";
    }

    @Override
    public String title() {
        return "Passkeys";
    }

    @Override
    public Response show(String home, Map<String, String> query) {
        var html = new StringBuilder(
                "<h1>Virtual passkeys</h1><p class=\"lead\">A software authenticator works with the"
                        + " built-in pages, so you don't need hardware. Its passkeys are gone when development mode ends.</p>");
        if (!isConfigured) {
            html.append("<p>Passkey sign-in isn't configured.</p>");
            return DevPages.page(home, this, html);
        }
        html.append("<section><h2>Authenticator</h2><ul class=\"rows\">");
        setting(
                html,
                "on",
                passkeys.isOn(),
                "Virtual authenticator",
                "the built-in pages use it",
                "the built-in pages use your browser's own");
        setting(
                html,
                "verification",
                passkeys.authenticator().verifiesUser(),
                "User verification",
                "reports a fingerprint or PIN",
                "reports only a touch");
        html.append("</ul></section><section><h2>Passkeys</h2>");
        var all = passkeys.authenticator().all();
        if (all.isEmpty()) html.append(NONE);
        html.append("<ul class=\"rows\">");
        for (int i = 0; i < all.size(); i++) passkey(html, all.get(i), i == 0);
        html.append(
                "</ul></section><p>To see the counter rule, copy a passkey and sign in with both: the site rejects the one"
                        + " with the lower counter.</p>");
        return DevPages.page(home, this, html);
    }

    private static void setting(StringBuilder html, String name, boolean isOn, String label, String on, String off) {
        html.append("<li><div><strong>")
                .append(label)
                .append(isOn ? ": on" : ": off")
                .append("</strong><small>")
                .append(isOn ? on : off)
                .append("</small></div><form method=\"post\"><button name=\"")
                .append(name)
                .append("\" value=\"")
                .append(!isOn)
                .append("\" aria-label=\"")
                .append(label)
                .append(isOn ? ": turn off" : ": turn on")
                .append("\">")
                .append(isOn ? "Turn off" : "Turn on")
                .append("</button></form></li>");
    }

    private static void passkey(StringBuilder html, VirtualAuthenticator.Passkey passkey, boolean isNext) {
        var name = passkey.userName().isEmpty() ? "Passkey" : passkey.userName();
        html.append("<li><div><strong>")
                .append(DevPages.escape(name))
                .append(passkey.isCopy() ? " (copy)" : "")
                .append("</strong><small>")
                .append(DevPages.escape(passkey.rpId()))
                .append(" · counter ")
                .append(passkey.counter())
                .append(isNext ? " · signs in next" : "")
                .append("</small></div><form method=\"post\" class=\"actions\">")
                .append(DevPages.hidden("passkey", String.valueOf(passkey.number())));
        if (!isNext) html.append("<button name=\"action\" value=\"prefer\">Use next</button>");
        html.append("<button name=\"action\" value=\"copy\">Copy</button>")
                .append("<button name=\"action\" value=\"delete\">Delete</button></form></li>");
    }

    @Override
    public Response act(String home, Map<String, String> form) {
        if (form.containsKey("operation")) return authenticate(form);
        if (form.containsKey("on")) passkeys.switchOn(Boolean.parseBoolean(form.get("on")));
        if (form.containsKey("verification"))
            passkeys.authenticator().verifyUser(Boolean.parseBoolean(form.get("verification")));
        int passkey = number(form.getOrDefault("passkey", ""));
        switch (form.getOrDefault("action", "")) {
            case "delete" -> passkeys.authenticator().delete(passkey);
            case "copy" -> passkeys.authenticator().copy(passkey);
            case "prefer" -> passkeys.authenticator().prefer(passkey);
            default -> {
                // A setting, or a form of an earlier version.
            }
        }
        return DevPages.seeOther(path(home));
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** Answers the script: {@code operation}, {@code options} as JSON, and the {@code origin} of its page. */
    private Response authenticate(Map<String, String> form) {
        try {
            var options = Json.parseObject(form.getOrDefault("options", ""), Json.INBOUND_DEPTH);
            var origin = form.getOrDefault("origin", "");
            var credential = "create".equals(form.get("operation"))
                    ? passkeys.authenticator().create(options, origin)
                    : passkeys.authenticator().get(options, origin);
            return json(200, credential);
        } catch (JsonException e) {
            return json(400, Claims.of("error", "DataError").with("message", "the options are not JSON"));
        } catch (VirtualAuthenticator.Refusal e) {
            return json(409, Claims.of("error", e.type()).with("message", e.getMessage()));
        }
    }

    private static Response json(int status, Claims body) {
        return Response.json(status, body.toJson())
                .header("Cache-Control", "no-store")
                .header("X-Content-Type-Options", "nosniff");
    }
}
