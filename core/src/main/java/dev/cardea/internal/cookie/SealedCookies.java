package dev.cardea.internal.cookie;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;

/**
 * What a browser keeps for us between the two halves of a sign-in: encrypted, bound to its cookie by the key and to its
 * provider by a claim, good for 15 minutes.
 */
public final class SealedCookies {
    /** How long a sealed value can be opened. */
    public static final Duration LIFE = Duration.ofMinutes(15);

    private final JwtCodec codec;
    private final Secrets secrets;
    private final Clock clock;

    public SealedCookies(JwtCodec codec, Secrets secrets, Clock clock) {
        this.codec = codec;
        this.secrets = secrets;
        this.clock = clock;
    }

    /** @param crossSite the answer comes as another site's form post, so the cookie has to travel with one */
    public Cookie seal(AuthCookies cookies, AuthCookie cookie, String value, String providerId, boolean crossSite) {
        return seal(cookies, cookie, Claims.of("value", value).with("provider", providerId), crossSite);
    }

    /** @param claims at least {@code value} and {@code provider} */
    public Cookie seal(AuthCookies cookies, AuthCookie cookie, Claims claims, boolean crossSite) {
        var token = codec.encode(new EncodeParams(claims, secrets, cookies.name(cookie), LIFE.toSeconds()));
        var options = cookies.options(cookie).expires(clock.instant().plus(LIFE));
        if (crossSite) options = options.sameSite(SameSite.NONE).secure(true);
        return new Cookie(cookies.name(cookie), token, options);
    }

    /**
     * Opens what {@link #seal} made for this cookie and provider.
     *
     * @throws AuthException of type InvalidCheck if it is missing, expired, or not sealed by this site
     */
    public String open(AuthCookies cookies, AuthCookie cookie, Map<String, String> sent, String providerId) {
        return String.valueOf(openClaims(cookies, cookie, sent, providerId).text("value"));
    }

    /** As {@link #open}, with everything that was sealed. */
    public Claims openClaims(AuthCookies cookies, AuthCookie cookie, Map<String, String> sent, String providerId) {
        var token = sent.get(cookies.name(cookie));
        if (token == null || token.isEmpty()) throw invalid(cookie, "is missing", providerId);
        var claims = decode(cookies, cookie, token, providerId);
        var value = claims.text("value");
        if (value == null || value.isEmpty()) throw invalid(cookie, "is empty", providerId);
        if (!providerId.equals(claims.text("provider"))) throw invalid(cookie, "is another provider's", providerId);
        return claims;
    }

    private Claims decode(AuthCookies cookies, AuthCookie cookie, String token, String providerId) {
        try {
            return codec.decode(new DecodeParams(token, secrets, cookies.name(cookie)))
                    .orElseThrow(() -> invalid(cookie, "is empty", providerId));
        } catch (JoseException e) {
            throw new AuthException(
                    ErrorType.INVALID_CHECK, "the " + cookie.key() + " cookie could not be opened", e, providerId);
        }
    }

    private static AuthException invalid(AuthCookie cookie, String why, String providerId) {
        return new AuthException(ErrorType.INVALID_CHECK, "the " + cookie.key() + " cookie " + why, null, providerId);
    }
}
