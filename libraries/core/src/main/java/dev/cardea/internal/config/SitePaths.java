package dev.cardea.internal.config;

import dev.cardea.config.PagesOptions;
import dev.cardea.http.Request;
import dev.cardea.provider.Theme;
import org.jspecify.annotations.Nullable;

/**
 * The paths of a site, as browsers use them and as requests arrive. A proxy may remove a prefix from requests. A
 * framework may serve the application below a context path, which stays in its requests.
 *
 * @param prefix what a proxy removes; empty for none
 * @param contextPath of the application, as {@link #contextPath(String)} writes it; empty for none
 * @param chosen the base path that was set, as requests have it; {@code null} for the default
 * @param isFromUrl whether {@code chosen} is the path of the site's URL
 */
public record SitePaths(
        String prefix, String contextPath, @Nullable String chosen, boolean isFromUrl) {
    static final String DEFAULT_BASE_PATH = "/auth";

    static final SitePaths DEFAULT = new SitePaths("", "", null, false);

    /**
     * Returns these paths in an application that its framework serves below a path. The default base path is below it. A
     * base path that was set stays, unless it is a URL's path that ends where the application is.
     */
    public SitePaths at(String context) {
        return new SitePaths(prefix, context, chosen, isFromUrl);
    }

    /** Returns a context path in one spelling, as frameworks write it with and without slashes. */
    public static String contextPath(String written) {
        var path = trimmed(written);
        return path.isEmpty() || path.startsWith("/") ? path : "/" + path;
    }

    /** Returns the base path as requests have it: {@code /auth}, or an empty text for the root. */
    public String received() {
        return chosen == null || isUrlOfApplication() ? contextPath + DEFAULT_BASE_PATH : chosen;
    }

    /** Returns whether a request is below the base path. */
    public boolean isRoute(Request request) {
        return request.path().startsWith(received() + "/");
    }

    /** Returns the base path as browsers use it. */
    public String basePath() {
        return prefix + received();
    }

    /** Returns where the site begins in browsers; empty for the root. A base path that was set says nothing about it. */
    public String home() {
        return chosen == null || isUrlOfApplication() ? prefix + contextPath : prefix;
    }

    private boolean isUrlOfApplication() {
        return isFromUrl && contextPath.equals(chosen);
    }

    /** Returns the application's pages as browsers use them: its paths begin where the site begins. */
    PagesOptions pages(PagesOptions own) {
        if (home().isEmpty()) return own;
        return new PagesOptions(
                page(own.signIn()),
                page(own.signOut()),
                page(own.error()),
                page(own.verifyRequest()),
                page(own.newUser()),
                own.codeButton());
    }

    /** Returns the look of pages with a logo that is a path of the application. */
    public Theme theme(Theme own) {
        return own.logo().startsWith("/") ? own.logo(home() + own.logo()) : own;
    }

    /** Returns a path without the slashes at its end. */
    public static String trimmed(String path) {
        int end = path.length();
        while (end > 0 && path.charAt(end - 1) == '/') end--;
        return path.substring(0, end);
    }

    /** Returns whether a path is another path or below it. */
    public static boolean isBelow(String prefix, String path) {
        return path.equals(prefix) || path.startsWith(prefix + "/");
    }

    private @Nullable String page(@Nullable String own) {
        return own != null && own.startsWith("/") ? home() + own : own;
    }

    /** Returns a request as the browser sent it, before a proxy removed the prefix. */
    public Request asSent(Request request) {
        if (prefix.isEmpty()) return request;
        return Request.of(
                request.method(),
                request.scheme(),
                prefix + request.target(),
                request.headers(),
                request.body(),
                request.remoteAddress());
    }
}
