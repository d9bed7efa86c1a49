package dev.cardea.internal.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;
import dev.cardea.internal.origin.AllowedOrigins;

/**
 * Detects posts that another site sent: the second line of defence behind the CSRF token. Browsers report the sender in
 * headers that no page can set. Other clients report nothing, and the token alone decides.
 */
public final class CrossSitePost {
    private CrossSitePost() {}

    /**
     * Whether the browser reports that a page of this origin sent the request. Stricter than the check beside a token: a
     * sibling domain, a hidden origin, and a request that reports nothing are rejected.
     *
     * @param origin the site's own
     * @param allowed other origins whose pages may do the same
     */
    public static boolean isSameOrigin(Request http, String origin, AllowedOrigins allowed) {
        if (allowed.sender(http.headers()).isPresent()) return true;
        var site = http.headers().all("sec-fetch-site");
        if (!site.isEmpty()) return site.stream().allMatch("same-origin"::equals);
        return http.headers()
                .joined("origin")
                .filter(sender -> hasAuthorityOf(origin, sender))
                .isPresent();
    }

    /** Whether a post with its token is from another site. */
    public static boolean is(AuthRequest request) {
        var headers = request.http().headers();
        // The browser's own judgement (Fetch Metadata §2.3) decides alone: a proxy that changes the host does not touch
        // it.
        var site = headers.all("sec-fetch-site");
        if (!site.isEmpty()) return site.contains("cross-site");
        var origin = headers.joined("origin");
        if (origin.isEmpty()) return false;
        return origin.get().equals("null") ? !mayOmitOrigin(request) : !hasAuthorityOf(request.origin(), origin.get());
    }

    /**
     * Whether {@code Origin: null} may come from the site's own page, if that page sends no referrer. A sandboxed frame
     * of any attacker sends the same, so it is accepted only over plain http beyond this machine, where browsers omit
     * Sec-Fetch-Site. Elsewhere every current browser would have sent that header.
     */
    private static boolean mayOmitOrigin(AuthRequest request) {
        boolean loopback =
                WebUrl.parse(request.origin()).filter(WebUrl::isLoopback).isPresent();
        return !request.isHttps() && !loopback;
    }

    /** Compares the authorities only: a proxy may have lost the scheme. */
    private static boolean hasAuthorityOf(String origin, String sender) {
        var own = WebUrl.parse(origin).map(WebUrl::authority);
        return own.isPresent() && WebUrl.parse(sender).map(WebUrl::authority).equals(own);
    }
}
