package dev.cardea.forward;

import dev.cardea.action.InternalResponse;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.Form;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.observe.RequestAction;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Where a proxy sends a visitor who needs a session: it prolongs one that is due and leads back, or leads to the sign-in
 * page. A browser that keeps no cookies, and a proxy that does not pass them on, get an error page instead of a loop.
 */
final class EnterRoute implements Route {
    static final String NAME = "enter";

    /** Counts how often the browser was just led back. */
    private static final String COUNT = "cardea.enter";

    private static final int MAX_COUNT = 3;
    /** In seconds. A loop takes less, and a user who comes twice takes longer. */
    private static final long WINDOW = 10;

    private static final String CHECKED = "cookies";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public RequestAction action() {
        return ForwardAction.ENTER.action();
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        var read = call.renewedSession();
        return read.session().isPresent() ? back(call, read.cookies()) : signIn(call, read.cookies());
    }

    private static InternalResponse back(RouteRequest call, List<Cookie> session) {
        int count = count(call);
        if (count >= MAX_COUNT) {
            throw blocked("the visitor is signed in, but was sent back " + MAX_COUNT + " times: the proxy "
                    + "doesn't pass the session cookie to verify, or the application's host doesn't get it");
        }
        var cookies = new ArrayList<>(session);
        cookies.add(new Cookie(COUNT, String.valueOf(count + 1), options(call)));
        return InternalResponse.redirect(call.callbackUrl(), cookies);
    }

    private static InternalResponse signIn(RouteRequest call, List<Cookie> ended) {
        if (!call.request().cookies().isEmpty()) {
            return InternalResponse.redirect(call.signInUrl(call.callbackUrl()), ended);
        }
        if (call.request().query().containsKey(CHECKED)) {
            throw blocked("the browser didn't send back any of the cookies it received a moment ago");
        }
        // The answer sets cookies for the sign-in. The browser comes back at once, with or without them.
        var again = call.request().baseUrl() + "/" + NAME + "?" + CHECKED + "=set&callbackUrl="
                + Form.encode(call.callbackUrl());
        return InternalResponse.redirect(again, ended);
    }

    private static AuthException blocked(String why) {
        return new AuthException(ErrorType.COOKIES_BLOCKED, why);
    }

    private static int count(RouteRequest call) {
        var sent = call.request().cookies().getOrDefault(COUNT, "0");
        return sent.matches("[0-9]") ? Integer.parseInt(sent) : 0;
    }

    private static CookieOptions options(RouteRequest call) {
        return CookieOptions.DEFAULT.secure(call.request().isHttps()).maxAge(WINDOW);
    }
}
