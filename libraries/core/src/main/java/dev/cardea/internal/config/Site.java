package dev.cardea.internal.config;

import dev.cardea.config.PagesOptions;
import dev.cardea.provider.Theme;

/**
 * A configuration, and what browsers see of it below one context path. Immutable.
 *
 * @param pages the application's own pages, at their addresses in browsers
 * @param theme the look, with the logo at its address in browsers
 */
public record Site(Settings settings, SitePaths paths, PagesOptions pages, Theme theme) {
    /**
     * Returns the site of an application that its framework serves below a path.
     *
     * @param contextPath empty for none
     */
    public static Site of(Settings settings, String contextPath) {
        var paths = settings.paths.at(contextPath);
        return new Site(settings, paths, paths.pages(settings.ownPages), paths.theme(settings.ownTheme));
    }
}
