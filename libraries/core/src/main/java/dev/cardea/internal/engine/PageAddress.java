package dev.cardea.internal.engine;

import dev.cardea.internal.config.Site;
import dev.cardea.internal.flow.Redirects;

/** Where each page is: the application's own where it has one, else the built-in below the base path. */
final class PageAddress {
    private PageAddress() {}

    static String signIn(Site site) {
        var own = site.pages().signIn();
        return own == null ? site.paths().basePath() + "/signin" : own;
    }

    static String signOut(Site site) {
        var own = site.pages().signOut();
        return own == null ? site.paths().basePath() + "/signout" : own;
    }

    static String error(Site site) {
        var own = site.pages().error();
        return own == null ? site.paths().basePath() + "/error" : own;
    }

    /**
     * Returns the URL of the sign-in page.
     *
     * @param afterwards where the visitor goes then
     */
    static String signIn(Site site, String origin, String afterwards) {
        return Redirects.page(signIn(site), origin, Redirects.parameter("callbackUrl", afterwards));
    }
}
