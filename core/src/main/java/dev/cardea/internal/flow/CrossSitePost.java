package dev.cardea.internal.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.Request;
import dev.cardea.http.WebUrl;

/**
 * Whether a post says of itself that another site sent it: the second line behind the token. Browsers say so in headers
 * that no page can set; what is no browser says nothing, and the token alone decides.
 */
public final class CrossSitePost {
    private CrossSitePost() {}

    /**
     * Whether the browser reports that a page of this origin sent the request. Stricter than the check beside a token: a
     * sibling domain, a hidden origin, and a request that reports nothing are rejected.
     *
     * @param origin the site's own
     */
    public static boolean isSameOrigin(Request http, String origin) {
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
     * A form sends {@code Origin: null} from a frame in a sandbox, which anybody can make, and from a page that sends no
     * referrer, which may be the site's own. The latter is believed only where browsers send no Sec-Fetch-Site: over plain
     * http beyond this machine. Elsewhere every current browser would have sent it.
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
