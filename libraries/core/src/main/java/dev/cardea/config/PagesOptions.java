package dev.cardea.config;

import org.jspecify.annotations.Nullable;

/**
 * The application's own pages in place of built-in ones (Auth.js: {@code pages}): a path on this site, or an absolute
 * URL. {@code null} keeps the built-in page.
 */
public record PagesOptions(
        @Nullable String signIn,
        @Nullable String signOut,
        @Nullable String error,
        @Nullable String verifyRequest,
        @Nullable String newUser) {
    public static final PagesOptions NONE = new PagesOptions(null, null, null, null, null);

    /** Sets the page on which visitors sign in. */
    public PagesOptions signIn(String page) {
        return new PagesOptions(page, signOut, error, verifyRequest, newUser);
    }

    /** Sets the page on which users sign out. */
    public PagesOptions signOut(String page) {
        return new PagesOptions(signIn, page, error, verifyRequest, newUser);
    }

    /** Sets the page that shows errors; it receives {@code error} in the query. */
    public PagesOptions error(String page) {
        return new PagesOptions(signIn, signOut, page, verifyRequest, newUser);
    }

    /** Sets the page that follows the request for a sign-in link. */
    public PagesOptions verifyRequest(String page) {
        return new PagesOptions(signIn, signOut, error, page, newUser);
    }

    /** Sets the page for users who sign in for the first time. */
    public PagesOptions newUser(String page) {
        return new PagesOptions(signIn, signOut, error, verifyRequest, page);
    }
}
