package dev.cardea.examples.guides;

import dev.cardea.action.InternalResponse;
import dev.cardea.json.Claims;
import dev.cardea.limit.Limit;
import dev.cardea.module.ModuleCookie;
import dev.cardea.module.ModulePage;
import dev.cardea.module.Route;
import dev.cardea.module.RouteRequest;
import dev.cardea.text.Texts;
import java.time.Duration;
import java.util.List;
import java.util.Set;

// sample
/** The page {@code /auth/invitation}: a form for the code, which it keeps in a cookie. */
record InvitationRoute(Set<String> codes, ModuleCookie invitation, Texts texts) implements Route {
    private static final Limit LIMIT = new Limit(10, Duration.ofMinutes(1));

    @Override
    public String name() {
        return "invitation";
    }

    @Override
    public Set<String> methods() {
        return Set.of("GET", "POST");
    }

    @Override
    public InternalResponse answer(RouteRequest call) {
        if (!call.request().isPost()) return form(call, 200);
        call.countAttempt(LIMIT);
        var code = String.valueOf(call.request().field("code"));
        if (!codes.contains(code)) return form(call, 400);
        var cookie = invitation.sealed(Claims.of("code", code), call.request().isHttps());
        return InternalResponse.redirect(call.signInUrl(call.callbackUrl()), List.of(cookie));
    }

    private InternalResponse form(RouteRequest call, int status) {
        // Nothing in it comes from a request. Text that does must be escaped.
        var html = "<form method=\"post\"><input type=\"hidden\" name=\"csrfToken\" value=\"" + call.csrfToken()
                + "\"><input name=\"code\" required><button class=\"button\">OK</button></form>";
        return call.page(status, ModulePage.of(texts.get(call.locale(), "invitation.title"), html));
    }
}
// end
