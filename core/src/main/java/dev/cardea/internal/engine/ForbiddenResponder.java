package dev.cardea.internal.engine;

import dev.cardea.http.Request;
import dev.cardea.http.Response;
import dev.cardea.internal.config.Settings;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.page.ForbiddenView;
import dev.cardea.internal.page.Pages;
import dev.cardea.model.Session;
import dev.cardea.model.User;
import org.jspecify.annotations.Nullable;

/** Answers a visitor who may not see a page, and whom a sign-in would not help. */
final class ForbiddenResponder {
    private ForbiddenResponder() {}

    /** The page names the user, so it is for no cache. A post of a form gets it too: nothing is lost by it. */
    static Response answer(Settings settings, Request http, @Nullable Session session, String origin) {
        if (!acceptsPage(http)) return ResponseWriter.uncached(Response.json(403, "{\"error\":\"forbidden\"}"));
        var own = settings.pages.signOut();
        var signOut = Redirects.page(own == null ? settings.basePath + "/signout" : own, origin, "");
        var locale = settings.texts.locale(http.header("accept-language").orElse(null));
        var view = new ForbiddenView(origin, session == null ? null : called(session.user()), signOut);
        return ResponseWriter.uncached(new Pages(settings.theme, settings.texts).forbidden(view, locale));
    }

    /** An id says nothing to its user. */
    private static String called(User user) {
        var name = user.displayName();
        return name.equals(user.id()) ? "" : name;
    }

    static boolean acceptsPage(Request http) {
        return http.header("accept").orElse("").contains("text/html");
    }
}
