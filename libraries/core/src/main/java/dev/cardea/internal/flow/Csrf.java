package dev.cardea.internal.flow;

import dev.cardea.action.AuthRequest;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.observe.SecretUses;
import dev.cardea.internal.origin.AllowedOrigins;
import dev.cardea.jose.Hashes;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.token.Randomness;
import dev.cardea.token.Secrets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The double-submit token: a cookie holds token and hash, a post has to repeat the token. Hashes made before a secret
 * was rotated still count. A token alone does not help a post that another site has sent.
 */
public final class Csrf {
    private final Secrets secrets;
    private final Randomness randomness;
    private final boolean skipped;
    private final boolean crossSite;
    private final AllowedOrigins allowed;

    /**
     * @param skipped the host's framework protects its posts itself
     * @param crossSite posts that say of themselves that another site sent them count as well
     * @param allowed origins whose posts count although they are of another site
     */
    public Csrf(Secrets secrets, Randomness randomness, boolean skipped, boolean crossSite, AllowedOrigins allowed) {
        this.allowed = allowed;
        this.secrets = secrets;
        this.randomness = randomness;
        this.skipped = skipped;
        this.crossSite = crossSite;
    }

    /**
     * What was found.
     *
     * @param token for forms; {@code null} where the check is skipped
     * @param verified the post repeats the token, and no other site has sent it
     * @param foreign the post says of itself that another site has sent it
     * @param fresh the cookie to set where the browser had no valid one
     */
    public record Verdict(@Nullable String token, boolean verified, boolean foreign, List<Cookie> fresh) {
        /** @throws AuthException if the request may not change anything */
        public void requireVerified() {
            if (verified) return;
            var why = "according to Sec-Fetch-Site or Origin, the request came from another site; to let your "
                    + "single-page application post with a token, list its origin in allowedOrigins";
            throw new AuthException(ErrorType.MISSING_CSRF, foreign ? why : null);
        }
    }

    public boolean isSkipped() {
        return skipped;
    }

    public Verdict check(AuthRequest request, AuthCookies cookies) {
        if (skipped) return new Verdict(null, true, false, List.of());
        var token = tokenIn(request.cookies().get(cookies.name(AuthCookie.CSRF_TOKEN)));
        if (token == null) {
            var fresh = randomness.hex(32);
            var value = fresh + "|" + Hashes.sha256Hex(fresh + secrets.joined());
            return new Verdict(fresh, false, false, List.of(cookies.cookie(AuthCookie.CSRF_TOKEN, value)));
        }
        var repeated = request.field("csrfToken");
        boolean repeatsToken = request.mayChange() && repeated != null && Hashes.equal(repeated, token);
        boolean foreign = repeatsToken && !crossSite && isForeign(request);
        return new Verdict(token, repeatsToken && !foreign, foreign, List.of());
    }

    private boolean isForeign(AuthRequest request) {
        return CrossSitePost.is(request)
                && allowed.sender(request.http().headers()).isEmpty();
    }

    private @Nullable String tokenIn(@Nullable String cookie) {
        if (cookie == null) return null;
        int bar = cookie.indexOf('|');
        if (bar < 0) return null;
        int end = cookie.indexOf('|', bar + 1);
        var token = cookie.substring(0, bar);
        var hash = cookie.substring(bar + 1, end < 0 ? cookie.length() : end);
        for (var suffix : secrets.hashSuffixes()) {
            if (!Hashes.equal(hash, Hashes.sha256Hex(token + suffix))) continue;
            SecretUses.matched(Purpose.CSRF, suffix.equals(secrets.joined()) || suffix.equals(secrets.newest()));
            return token;
        }
        return null;
    }
}
