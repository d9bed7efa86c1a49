package dev.cardea.internal.engine;

import dev.cardea.internal.config.Settings;
import dev.cardea.internal.flow.Redirects;

/** Where each page is: the application's own where it has one, else the built-in below the base path. */
final class PageAddress {
    private PageAddress() {}

    static String signIn(Settings settings) {
        var own = settings.pages.signIn();
        return own == null ? settings.basePath + "/signin" : own;
    }

    static String signOut(Settings settings) {
        var own = settings.pages.signOut();
        return own == null ? settings.basePath + "/signout" : own;
    }

    static String error(Settings settings) {
        var own = settings.pages.error();
        return own == null ? settings.basePath + "/error" : own;
    }

    /**
     * Returns the URL of the sign-in page.
     *
     * @param afterwards where the visitor goes then
     */
    static String signIn(Settings settings, String origin, String afterwards) {
        return Redirects.page(signIn(settings), origin, Redirects.parameter("callbackUrl", afterwards));
    }
}
