package dev.cardea.accounts;

import org.jspecify.annotations.Nullable;

/**
 * The application's own pages, as paths or URLs, in place of the built-in ones. A {@code GET} of the built-in page redirects
 * there with {@code callbackUrl}, and with {@code error} and {@code notice} where there is one. Its form is sent to the
 * built-in route. Immutable.
 *
 * @param signUp for creating an account; {@code null}: built in
 * @param forgot for asking for a new password; {@code null}: built in
 * @param account for the account; the pages of its parts are below it, such as {@code /password}; {@code null}: built in
 * @param factor for the second step of a sign-in; {@code null}: built in
 * @param reauth for signing in once more before a change; {@code null}: built in
 */
public record AccountPages(
        @Nullable String signUp,
        @Nullable String forgot,
        @Nullable String account,
        @Nullable String factor,
        @Nullable String reauth) {
    /** All pages are built in. */
    public static final AccountPages NONE = new AccountPages(null, null, null, null, null);

    /** Sets the page for creating an account. */
    public AccountPages signUp(String page) {
        return new AccountPages(page, forgot, account, factor, reauth);
    }

    /** Sets the page for asking for a new password. */
    public AccountPages forgot(String page) {
        return new AccountPages(signUp, page, account, factor, reauth);
    }

    /** Sets the page of the account. Those of its parts are below it, such as {@code /password}. */
    public AccountPages account(String page) {
        return new AccountPages(signUp, forgot, page, factor, reauth);
    }

    /** Sets the page on which users enter a code as the second step of a sign-in. */
    public AccountPages factor(String page) {
        return new AccountPages(signUp, forgot, account, page, reauth);
    }

    /** Sets the page on which users sign in once more before a change. */
    public AccountPages reauth(String page) {
        return new AccountPages(signUp, forgot, account, factor, page);
    }

    /** Returns the page of a part of the account; empty for the account itself. */
    @Nullable String partOfAccount(String part) {
        if (account == null || part.isEmpty()) return account;
        return account + "/" + part;
    }
}
