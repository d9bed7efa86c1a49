package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.error.TooManyRequestsException;
import dev.cardea.hook.ApplicationException;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Response;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Answers to calls over the bridge: {@code {redirect?, body?, cookies, error?, core?}}. */
final class BridgeResponses {
    private BridgeResponses() {}

    /** Rejects a caller without a valid signature: an attacker, or a site with another secret or clock. */
    static Response refused(@Nullable String why) {
        return ResponseWriter.uncached(
                Response.json(401, Claims.of("error", why).toJson()));
    }

    static Response badRequest(AuthException error) {
        return json(400, Claims.of("cookies", List.of()).with("error", describe(error)));
    }

    static Response of(InternalResponse internal) {
        int status = internal.status() == null ? 200 : internal.status();
        var redirect = internal.redirect();
        var answer = redirect == null ? Claims.of("body", internal.body()) : Claims.of("redirect", redirect);
        return json(status, answer.with("cookies", cookies(internal.cookies())));
    }

    static Response session(@Nullable Session session) {
        return json(
                200, Claims.of("body", session == null ? null : session.json()).with("cookies", List.of()));
    }

    /**
     * @param providers what browsers may know of them
     * @param core what the caller need not be configured with
     */
    static Response describing(@Nullable Object providers, Claims core) {
        return json(200, Claims.of("body", providers).with("cookies", List.of()).with("core", core));
    }

    /**
     * Status 200: the call itself went well, and the caller decides what its visitor sees. Where the core cannot work,
     * the status says so too.
     *
     * @param page where a browser would be sent
     */
    static Response error(AuthException error, @Nullable String page, List<Cookie> kept) {
        var answer = Claims.NONE
                .withPresent("redirect", page)
                .with("cookies", cookies(kept))
                .with("error", describe(error));
        var response = json(FailureKind.bridgeStatus(error), answer).header(ResponseWriter.ERROR_ID, error.errorId());
        return error instanceof TooManyRequestsException refused
                ? response.header("Retry-After", String.valueOf(refused.retryAfter()))
                : response;
    }

    private static Claims describe(AuthException error) {
        return Claims.of("type", error.type().code())
                .with("kind", error.type().page().kind())
                .withPresent("code", error.code())
                .with("message", error.getMessage())
                .withPresent("cause", cause(error))
                .with("id", error.errorId());
    }

    /** What a callback or {@code authorize} threw, with the provider where there is one. Other causes stay in the log. */
    private static @Nullable Claims cause(AuthException error) {
        var thrown = error.getCause();
        boolean byApplication =
                error.type() == ErrorType.CALLBACK_ROUTE_ERROR || error.type() == ErrorType.ACCESS_DENIED;
        if (thrown == null || !byApplication) return null;
        var application = application(thrown);
        var shown = application == null ? thrown : application;
        var name = application == null ? shown.getClass().getSimpleName() : application.name();
        return Claims.of("name", name)
                .with("message", shown.getMessage() == null ? "" : shown.getMessage())
                .withPresent("provider", error.provider());
    }

    private static @Nullable ApplicationException application(Throwable thrown) {
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
            if (cause instanceof ApplicationException application) return application;
        }
        return null;
    }

    private static List<Claims> cookies(List<Cookie> cookies) {
        return cookies.stream()
                .map(cookie -> Claims.of("name", cookie.name())
                        .with("value", cookie.value())
                        .with("options", options(cookie.options())))
                .toList();
    }

    static Claims options(CookieOptions options) {
        var sameSite = options.sameSite();
        var priority = options.priority();
        return Claims.NONE
                .withPresent("maxAge", options.maxAge())
                .withPresent("domain", options.domain())
                .withPresent("path", options.path())
                .withPresent("expires", options.expires())
                .with("httpOnly", options.httpOnly())
                .with("secure", options.secure())
                .withPresent("partitioned", options.partitioned() ? true : null)
                .withPresent(
                        "priority", priority == null ? null : priority.name().toLowerCase(Locale.ROOT))
                .withPresent(
                        "sameSite", sameSite == null ? null : sameSite.name().toLowerCase(Locale.ROOT));
    }

    private static Response json(int status, Claims answer) {
        return ResponseWriter.uncached(Response.json(status, answer.toJson()));
    }
}
