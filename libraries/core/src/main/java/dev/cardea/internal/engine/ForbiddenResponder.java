package dev.cardea.internal.engine;

import dev.cardea.action.InternalResponse;
import dev.cardea.http.Request;
import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.page.ForbiddenView;
import dev.cardea.internal.page.Pages;
import dev.cardea.json.Claims;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers a visitor who may not see a page, and whom a sign-in would not help. */
final class ForbiddenResponder {
    private ForbiddenResponder() {}

    /** The page names the user, so it is for no cache. A post of a form gets it too: nothing is lost by it. */
    static InternalResponse answer(Site site, Request http, @Nullable Session session, String origin) {
        if (!acceptsPage(http)) return InternalResponse.json(403, Claims.of("error", "forbidden"), List.of());
        var signOut = Redirects.page(PageAddress.signOut(site), origin, "");
        var settings = site.settings();
        var locale = settings.texts.locale(http.header("accept-language").orElse(null));
        var home = origin + site.paths().home();
        var view = new ForbiddenView(home, session == null ? null : nameOf(session.user()), signOut);
        var page = new Pages(settings.siteName, site.theme(), settings.texts).forbidden(view, locale);
        return new InternalResponse(page.status(), page.headers(), page.text(), null, List.of());
    }

    /** An id says nothing to its user. */
    private static String nameOf(User user) {
        var name = user.displayName();
        return name.equals(user.id()) ? "" : name;
    }

    static boolean acceptsPage(Request http) {
        return http.header("accept").orElse("").contains("text/html");
    }
}
