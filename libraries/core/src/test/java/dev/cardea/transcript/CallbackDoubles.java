package dev.cardea.transcript;

import dev.cardea.hook.Callbacks;
import dev.cardea.hook.Decision;
import dev.cardea.hook.JwtParams;
import dev.cardea.hook.SessionParams;
import dev.cardea.hook.SignInParams;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import java.util.Map;

/** Callbacks that note their arguments, and answer what was recorded or what the default answers. */
final class CallbackDoubles {
    private final RecordedCalls tape;

    CallbackDoubles(RecordedCalls tape) {
        this.tape = tape;
    }

    Callbacks callbacks() {
        return Callbacks.DEFAULT
                .signIn(params -> tape.play("callback.signIn", arguments(params))
                        .map(entry -> decision(RecordedCalls.returned(entry)))
                        .orElseGet(() -> Callbacks.DEFAULT.signIn().apply(params)))
                .redirect(params -> {
                    var entry = tape.play(
                            "callback.redirect", Claims.of("url", params.url()).with("baseUrl", params.baseUrl()));
                    if (entry.isEmpty()) return Callbacks.DEFAULT.redirect().apply(params);
                    return RecordedCalls.returned(entry.get()) instanceof String url ? url : null;
                })
                .jwt(params -> {
                    var entry = tape.play("callback.jwt", arguments(params));
                    if (entry.isEmpty()) return Callbacks.DEFAULT.jwt().apply(params);
                    return RecordedCalls.returned(entry.get()) instanceof Map<?, ?> token ? Claims.of(token) : null;
                })
                .session(params -> {
                    var entry = tape.play("callback.session", arguments(params));
                    if (entry.isEmpty()) return Callbacks.DEFAULT.session().apply(params);
                    var returned = RecordedCalls.returned(entry.get());
                    return returned == null ? null : Session.ofJson(returned);
                });
    }

    private static Decision decision(Object returned) {
        if (returned instanceof String url && !url.isEmpty()) return Decision.redirectTo(url);
        return Decision.allowIf(returned != null && !Boolean.FALSE.equals(returned) && !"".equals(returned));
    }

    private static Claims arguments(SignInParams params) {
        var args = Claims.of("user", params.user().claims());
        if (params.account() != null)
            args = args.with("account", params.account().claims());
        if (params.profile() != null)
            args = args.with("profile", params.profile().claims());
        if (params.verificationRequest()) args = args.with("email", Map.of("verificationRequest", true));
        return args.withPresent("credentials", params.credentials());
    }

    private static Claims arguments(JwtParams params) {
        var args = Claims.of("token", params.token());
        if (params.user() != null) args = args.with("user", params.user().claims());
        if (params.account() != null)
            args = args.with("account", params.account().claims());
        if (params.profile() != null)
            args = args.with("profile", params.profile().claims());
        if (params.trigger() != null)
            args = args.with("trigger", params.trigger().wire());
        return args.withPresent("session", params.session()).withPresent("isNewUser", params.isNewUser());
    }

    private static Claims arguments(SessionParams params) {
        var args = Claims.of("session", params.session().json());
        if (params.token() != null) args = args.with("token", params.token());
        if (params.user() != null) args = args.with("user", params.user().claims());
        if (params.trigger() != null)
            args = args.with("trigger", params.trigger().wire());
        return args.withPresent("newSession", params.newSession());
    }
}
