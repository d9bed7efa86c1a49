package dev.cardea.dev;

/**
 * Where browsers find the site and the pages of development mode. Immutable.
 *
 * @param contextPath of the application; empty for the root
 * @param basePath of the routes
 * @param pages the origin of the pages of development mode; empty for that of the site
 */
record DevPaths(String contextPath, String basePath, String pages) {
    /** The path of the overview of an application at the root. */
    static final String PATH = "/_cardea";

    /** Returns the path of the overview. The other pages are below it. */
    String home() {
        return prefix() + PATH;
    }

    /** Returns the address of the page of a provider. */
    String page(LocalProvider provider) {
        return prefix() + provider.page();
    }

    /** Returns the path above the pages: empty at another origin. */
    String prefix() {
        return pages.isEmpty() ? contextPath : "";
    }
}
