package dev.cardea.module;

/** What proves that no other site sent a request which may change something: any but {@code GET} and {@code HEAD}. */
public enum CsrfRule {
    /**
     * The request repeats the CSRF token in its body, as {@code csrfToken}, and no other site sent it. For forms. The
     * browser gets the token's cookie from every answer of the route.
     */
    TOKEN,
    /**
     * The browser reports that a page of this site sent the request ({@code Sec-Fetch-Site}, else {@code Origin}). For
     * scripts of the site's own pages. Failures are answered as JSON.
     */
    SAME_ORIGIN,
    /**
     * Nothing. <b>Security:</b> only for routes that ignore cookies, such as those that authenticate programs by a header of
     * their own. Failures are answered as JSON.
     */
    NONE
}
