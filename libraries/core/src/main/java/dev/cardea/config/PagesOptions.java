package dev.cardea.config;

import org.jspecify.annotations.Nullable;

/**
 * The application's own pages in place of built-in ones (Auth.js: {@code pages}): a path on this site, or an absolute
 * URL. {@code null} keeps the built-in page.
 *
 * @param codeButton whether the built-in sign-in page offers a sign-in email next to a password
 */
public record PagesOptions(
        @Nullable String signIn,
        @Nullable String signOut,
        @Nullable String error,
        @Nullable String verifyRequest,
        @Nullable String newUser,
        boolean codeButton) {
    public static final PagesOptions NONE = new PagesOptions(null, null, null, null, null);

    /** Creates options with these pages, and with the button for a sign-in email. */
    public PagesOptions(
            @Nullable String signIn,
            @Nullable String signOut,
            @Nullable String error,
            @Nullable String verifyRequest,
            @Nullable String newUser) {
        this(signIn, signOut, error, verifyRequest, newUser, true);
    }

    /** Sets the page on which visitors sign in. */
    public PagesOptions signIn(String page) {
        return new PagesOptions(page, signOut, error, verifyRequest, newUser, codeButton);
    }

    /** Sets the page on which users sign out. */
    public PagesOptions signOut(String page) {
        return new PagesOptions(signIn, page, error, verifyRequest, newUser, codeButton);
    }

    /** Sets the page that shows errors; it receives {@code error} in the query. */
    public PagesOptions error(String page) {
        return new PagesOptions(signIn, signOut, page, verifyRequest, newUser, codeButton);
    }

    /** Sets the page that follows the request for a sign-in link. */
    public PagesOptions verifyRequest(String page) {
        return new PagesOptions(signIn, signOut, error, page, newUser, codeButton);
    }

    /** Sets the page for users who sign in for the first time. */
    public PagesOptions newUser(String page) {
        return new PagesOptions(signIn, signOut, error, verifyRequest, page, codeButton);
    }

    /**
     * Sets whether the built-in sign-in page offers "Email me a link" next to a password; on by default. Off only hides
     * the button: the route still sends sign-in emails. Without a password form it has no effect.
     */
    public PagesOptions codeButton(boolean shown) {
        return new PagesOptions(signIn, signOut, error, verifyRequest, newUser, shown);
    }
}
