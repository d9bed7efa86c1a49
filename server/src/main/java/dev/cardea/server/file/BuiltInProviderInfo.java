package dev.cardea.server.file;

import dev.cardea.json.Claims;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@code cardea providers} lists of the providers without a class in module {@code providers}. */
final class BuiltInProviderInfo {
    private static final String ADDRESS =
            "smtp://user:password@host:port, smtps://…, or host, port, secure, requireTLS and auth";

    private BuiltInProviderInfo() {}

    static List<Claims> all() {
        return List.of(
                mail("email", "Email", "The same as nodemailer, under its old name.")
                        .with("deprecated", "the old name of nodemailer")
                        .with(
                                "statusToday",
                                Claims.of("state", "deprecated-alias").with("text", "the old name of nodemailer"))
                        .with("sameAs", "nodemailer"),
                mail(
                        "nodemailer",
                        "Nodemailer",
                        "Sends over SMTP. Uses STARTTLS if the server offers it, and always before it sends a "
                                + "password.",
                        "If the email server doesn't accept an email immediately, the sign-in fails."),
                credentials(),
                passkey("passkey", "Passkey", true),
                passkey("webauthn", "WebAuthn", false),
                any("oidc", "OpenID Connect", "issuer", "clientId", "clientSecret"),
                any("oauth", "OAuth 2.0", "authorization", "token", "userinfo", "profile", "clientId", "clientSecret"));
    }

    private static Claims mail(String id, String name, String... quirks) {
        return start(id, name, "email")
                .with("env", Claims.NONE)
                .with(
                        "options",
                        List.of(
                                option("server", "string or map", true, null).with("note", ADDRESS),
                                option("from", "string", true, null).with("note", "the sender's address"),
                                option("maxAge", "seconds", false, 86_400),
                                option("confirmLinks", "boolean", false, false)
                                        .with("note", "a link shows a page with one button before it signs in"),
                                option("codes", "boolean", false, false)
                                        .with("note", "the email also has a code; maxAge is 600 then"),
                                option("secret", "string", false, null)
                                        .with("note", "hashes the token; the main secret unless set")))
                .with("from", null)
                .with("maxAge", 86_400)
                .with("quirks", List.of(quirks));
    }

    private static Claims credentials() {
        return start("credentials", "Credentials", "credentials")
                .with("env", Claims.NONE)
                .with(
                        "options",
                        List.of(
                                option("credentials", "map of field name to input attributes", false, Map.of()),
                                option("databaseSessions", "boolean", false, false),
                                option("hooks.callbacks with authorize", "hook", true, null)
                                        .with("note", "checks what the visitor entered")))
                .with("credentials", Claims.NONE)
                .with(
                        "quirks",
                        List.of(
                                "The hook authorize decides who can sign in. It's required.",
                                "Sessions are tokens, unless databaseSessions is true."));
    }

    /** @param strict whether the authenticator keeps the passkey and recognises its user */
    private static Claims passkey(String id, String name, boolean strict) {
        var fields = Claims.of(
                "email", Claims.of("label", "Email").with("required", true).with("autocomplete", "username webauthn"));
        var timeout = Claims.of("timeout", 300_000);
        var selection = Claims.of("residentKey", "required").with("userVerification", "required");
        var verify = strict ? Claims.of("requireUserVerification", true) : null;
        return start(id, name, "webauthn")
                .with("statusToday", Claims.of("state", "experimental"))
                .with("env", Claims.NONE)
                .with(
                        "options",
                        List.of(
                                option("enableConditionalUI", "boolean", false, true),
                                option("simpleWebAuthnBrowserVersion", "text vX.Y.Z", false, null),
                                option("formFields", "map", false, fields)))
                .with("enableConditionalUI", true)
                .with("simpleWebAuthnBrowserVersion", null)
                .with("formFields", fields)
                .with("authenticationOptions", strict ? timeout.with("userVerification", "required") : timeout)
                .with("registrationOptions", strict ? timeout.with("authenticatorSelection", selection) : timeout)
                .with("verifyAuthenticationOptions", verify)
                .with("verifyRegistrationOptions", verify)
                .with("quirks", List.of("Needs a store that keeps passkeys."));
    }

    private static Claims any(String id, String name, String... needs) {
        var options = List.of(needs).stream()
                .map(need -> option(need, "string", true, null))
                .toList();
        return start(id, name, id).with("options", options).with("quirks", List.of());
    }

    private static Claims start(String id, String name, String type) {
        return Claims.of("file", id)
                .with("id", id)
                .with("name", name)
                .with("type", type)
                .with("statusToday", Claims.of("state", "no-known-problem"));
    }

    private static Claims option(String name, String type, boolean required, @Nullable Object fallback) {
        return Claims.of("name", name)
                .with("type", type)
                .with("required", required)
                .with("default", fallback);
    }
}
