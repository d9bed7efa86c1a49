package dev.cardea.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.http.WebUrl;

/**
 * Whether a post says of itself that another site sent it: the second line behind the token. Browsers say so in headers
 * that no page can set; what is no browser says nothing, and the token alone decides.
 */
final class ForeignPost {
    private ForeignPost() {}

    static boolean is(AuthRequest request) {
        var headers = request.http().headers();
        // The browser's own judgement (Fetch Metadata §2.3) decides alone: a proxy that changes the host does not touch
        // it.
        var site = headers.all("sec-fetch-site");
        if (!site.isEmpty()) return site.contains("cross-site");
        var origin = headers.joined("origin");
        if (origin.isEmpty()) return false;
        return origin.get().equals("null") ? !mayHide(request) : !isOurs(origin.get(), request);
    }

    /**
     * A form sends {@code Origin: null} from a frame in a sandbox, which anybody can make, and from a page that sends no
     * referrer, which may be the site's own. The latter is believed only where browsers send no Sec-Fetch-Site: over plain
     * http beyond this machine. Elsewhere every current browser would have sent it.
     */
    private static boolean mayHide(AuthRequest request) {
        boolean loopback =
                WebUrl.parse(request.origin()).filter(WebUrl::isLoopback).isPresent();
        return !request.isHttps() && !loopback;
    }

    /** The authorities only: a proxy may have lost the scheme. */
    private static boolean isOurs(String origin, AuthRequest request) {
        var ours = WebUrl.parse(request.origin()).map(WebUrl::authority);
        return ours.isPresent() && WebUrl.parse(origin).map(WebUrl::authority).equals(ours);
    }
}
