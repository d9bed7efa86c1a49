package dev.cardea.hooks;

import dev.cardea.hook.AuthorizedParams;
import dev.cardea.hook.EventRequest;
import dev.cardea.hook.Events;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.RedirectParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.SignInParams;
import dev.cardea.hook.Trigger;
import dev.cardea.http.Headers;
import dev.cardea.http.Request;
import dev.cardea.json.Claims;
import dev.cardea.model.Account;
import dev.cardea.model.Profile;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import dev.cardea.provider.EmailSettings;
import dev.cardea.provider.Mail;
import dev.cardea.provider.VerificationRequest;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The parameters of callbacks and events as JSON, under the names of Auth.js. Absent values are omitted. */
final class HookParams {
    private HookParams() {}

    static Claims of(SignInParams params) {
        return Claims.of("user", user(params.user()))
                .withPresent("account", account(params.account()))
                .withPresent("profile", profile(params.profile()))
                .withPresent("email", params.verificationRequest() ? Claims.of("verificationRequest", true) : null)
                .withPresent("credentials", params.credentials());
    }

    static Claims of(RedirectParams params) {
        return Claims.of("url", params.url()).with("baseUrl", params.baseUrl());
    }

    static Claims of(JwtParams params) {
        return Claims.of("token", params.token())
                .withPresent("user", user(params.user()))
                .withPresent("account", account(params.account()))
                .withPresent("profile", profile(params.profile()))
                .withPresent("trigger", trigger(params.trigger()))
                .withPresent("session", params.session())
                .withPresent("isNewUser", params.isNewUser())
                .withPresent("storedUser", user(params.storedUser()));
    }

    static Claims of(SessionParams params) {
        return Claims.of("session", params.session().json())
                .withPresent("token", params.token())
                .withPresent("user", user(params.user()))
                .withPresent("newSession", params.newSession())
                .withPresent("trigger", trigger(params.trigger()));
    }

    /** With the path in the one spelling by which the application can decide. */
    static Claims of(AuthorizedParams params) {
        return Claims.of("path", params.path())
                .with("auth", json(params.auth()))
                .with("request", request(params.request()));
    }

    /** Leaves out what only Cardea needs: the CSRF token, the callback URL, and the cookies. */
    static Claims of(String provider, Claims credentials, Request request) {
        return Claims.of("provider", provider)
                .with("credentials", credentials.without("csrfToken").without("callbackUrl"))
                .with("request", request(request));
    }

    /** Without its cookies. */
    private static Claims request(Request request) {
        return Claims.of("method", request.method())
                .with("url", request.url())
                .with("headers", headers(request.headers()))
                .withPresent("ip", request.remoteAddress());
    }

    /** Of the provider without its secrets. */
    static Claims of(Mail mail, EmailSettings provider) {
        return Claims.of("to", mail.to())
                .with("subject", mail.subject())
                .with("text", mail.text())
                .with("html", mail.html())
                .with("provider", provider(provider));
    }

    private static Claims provider(EmailSettings own) {
        return Claims.of("id", own.id())
                .with("type", "email")
                .with("name", own.name())
                .withPresent("from", own.from())
                .with("maxAge", own.maxAge().toSeconds())
                .withPresent("codes", own.codes() ? true : null);
    }

    static Claims of(VerificationRequest params) {
        var theme = params.theme();
        return Claims.of("identifier", params.identifier())
                .with("url", params.url())
                .with("token", params.token())
                .with("expires", params.expires())
                .with("provider", provider(params.provider()))
                .with(
                        "theme",
                        Claims.of("colorScheme", theme.colorScheme())
                                .with("logo", theme.logo())
                                .with("brandColor", theme.brandColor())
                                .with("buttonText", theme.buttonText()))
                .with("request", request(params.request()));
    }

    /** A number would be another account than the same number as text. */
    static Claims withTextId(Claims user) {
        return user.value("id") instanceof Number id ? user.with("id", id.toString()) : user;
    }

    static Claims of(Events.CreateUser event) {
        return Claims.of("user", user(event.user()));
    }

    static Claims of(Events.UpdateUser event) {
        return Claims.of("user", user(event.user()));
    }

    static Claims of(Events.LinkAccount event) {
        return Claims.of("user", user(event.user()))
                .with("account", account(event.account()))
                .with("profile", user(event.profile()));
    }

    static Claims of(Events.Session event) {
        return Claims.of("session", json(event.session())).withPresent("token", event.token());
    }

    static Claims of(Events.SignIn event) {
        return Claims.of("user", user(event.user()))
                .withPresent("account", account(event.account()))
                .withPresent("profile", profile(event.profile()))
                .withPresent("isNewUser", event.isNewUser());
    }

    static Claims of(Events.SignOut event) {
        if (!event.databaseSessions()) return Claims.of("token", event.token());
        var row = event.session();
        return Claims.of("session", row == null ? null : row.claims());
    }

    static Claims of(Events.SignInFailed event) {
        return Claims.of("reason", event.reason().code())
                .withPresent("provider", event.provider())
                .with("errorId", event.errorId());
    }

    static Claims of(Events.SessionEnded event) {
        return Claims.of("sessionId", event.sessionId())
                .with("userId", event.userId())
                .with("reason", event.reason().label());
    }

    static Claims of(Events.AccountChanged event) {
        return Claims.of("kind", event.kind())
                .withPresent("userId", event.userId())
                .with("details", event.details().asMap());
    }

    /** Returns the body of an event: the message as in Auth.js, and the request that caused it. */
    static Claims ofEvent(Claims message, EventRequest request) {
        return message.with("request", request(request));
    }

    private static Claims request(EventRequest request) {
        var client = request.clientAddress();
        return Claims.of("id", request.id())
                .withPresent("clientAddress", client == null ? null : client.getHostAddress())
                .withPresent("userAgent", request.userAgent());
    }

    private static @Nullable Claims user(@Nullable User user) {
        if (user == null) return null;
        return user.id() == null ? user.claims() : user.claims().with("id", user.id());
    }

    private static @Nullable Claims account(@Nullable Account account) {
        return account == null ? null : account.claims();
    }

    private static @Nullable Claims profile(@Nullable Profile profile) {
        return profile == null ? null : profile.claims();
    }

    private static @Nullable String trigger(@Nullable Trigger trigger) {
        return trigger == null ? null : trigger.wire();
    }

    private static @Nullable Object json(@Nullable Session session) {
        return session == null ? null : session.json();
    }

    private static Claims headers(Headers headers) {
        var all = Claims.NONE;
        for (var field : headers.fields()) {
            var name = field.name().toLowerCase(Locale.ROOT);
            if (!name.equals("cookie"))
                all = all.with(name, headers.joined(name).orElse(""));
        }
        return all;
    }
}
