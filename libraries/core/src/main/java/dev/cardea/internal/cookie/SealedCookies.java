package dev.cardea.internal.cookie;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.http.CookieOptions;
import dev.cardea.http.CookieOptions.SameSite;
import dev.cardea.internal.observe.RequestObservation;
import dev.cardea.internal.observe.SecretUses;
import dev.cardea.jose.JoseException;
import dev.cardea.json.Claims;
import dev.cardea.observe.HostName;
import dev.cardea.observe.Step;
import dev.cardea.observe.Step.CheckRead.Result;
import dev.cardea.observe.Step.SecretUse.Purpose;
import dev.cardea.token.DecodeParams;
import dev.cardea.token.EncodeParams;
import dev.cardea.token.JwtCodec;
import dev.cardea.token.Secrets;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a browser keeps for us between the two halves of a sign-in: encrypted, bound to its cookie by the key and to its
 * provider by a claim, good for 15 minutes.
 */
public final class SealedCookies {
    /** The claim for the id of the user who began the sign-in. Auth.js has none, and ignores it. */
    public static final String BEGINNER = "user";

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
        return seal(cookies, cookie, claims, crossSite, LIFE);
    }

    /** @param life how long the value can be opened */
    public Cookie seal(AuthCookies cookies, AuthCookie cookie, Claims claims, boolean crossSite, Duration life) {
        var observation = RequestObservation.current();
        if (beginsFlow(cookie)) join(claims);
        var token = codec.encode(new EncodeParams(claims, secrets, cookies.name(cookie), life.toSeconds()));
        var options = cookies.options(cookie).expires(clock.instant().plus(life));
        if (crossSite) options = options.sameSite(SameSite.NONE).secure(true);
        if (observation != null) observation.add(step(observation, cookie, claims, options, life));
        return new Cookie(cookies.name(cookie), token, options);
    }

    /** An answer that is carried over belongs to the flow of the other cookies. */
    private static boolean beginsFlow(AuthCookie cookie) {
        return cookie != AuthCookie.FORM_POST_ANSWER;
    }

    private static Step step(
            RequestObservation observation, AuthCookie cookie, Claims claims, CookieOptions options, Duration life) {
        return new Step.CheckSet(
                cookie,
                observation.provider(String.valueOf(claims.text("provider"))),
                options.secure(),
                options.sameSite() == SameSite.NONE,
                domain(options),
                life,
                observation.digest(String.valueOf(claims.text("value"))));
    }

    private static @Nullable HostName domain(CookieOptions options) {
        var domain = options.domain();
        if (domain == null) return null;
        return HostName.of(domain.startsWith(".") ? domain.substring(1) : domain);
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
        if (token == null || token.isEmpty()) throw invalid(cookie, Result.ABSENT, "is missing", providerId);
        var claims = decode(cookies, cookie, token, providerId);
        if (beginsFlow(cookie)) join(claims);
        var value = claims.text("value");
        if (value == null || value.isEmpty()) throw invalid(cookie, Result.EMPTY, "is empty", providerId);
        if (!providerId.equals(claims.text("provider"))) {
            throw invalid(cookie, Result.OTHER_PROVIDER, "is another provider's", providerId);
        }
        read(cookie, Result.OK, value, providerId);
        return claims;
    }

    /** Returns what an earlier request has sealed for this provider, if it can be opened. It checks no sign-in. */
    public Optional<Claims> earlier(
            AuthCookies cookies, AuthCookie cookie, Map<String, String> sent, String providerId) {
        return kept(cookies, cookie, sent).filter(claims -> providerId.equals(claims.text("provider")));
    }

    /** Seals what the browser keeps for longer than a sign-in. It isn't a check, and adds no step. */
    public Cookie keep(AuthCookies cookies, AuthCookie cookie, Claims claims, CookieOptions options, Duration life) {
        var token = codec.encode(new EncodeParams(claims, secrets, cookies.name(cookie), life.toSeconds()));
        return new Cookie(
                cookies.name(cookie), token, options.expires(clock.instant().plus(life)));
    }

    /** Returns what {@link #keep} sealed; empty if it is missing, expired, or not sealed by this site. */
    public Optional<Claims> kept(AuthCookies cookies, AuthCookie cookie, Map<String, String> sent) {
        var token = sent.getOrDefault(cookies.name(cookie), "");
        try {
            return codec.decode(new DecodeParams(token, secrets, cookies.name(cookie)));
        } catch (JoseException e) {
            return Optional.empty();
        }
    }

    private Claims decode(AuthCookies cookies, AuthCookie cookie, String token, String providerId) {
        try {
            var claims = codec.decode(new DecodeParams(token, secrets, cookies.name(cookie)))
                    .orElseThrow(() -> invalid(cookie, Result.EMPTY, "is empty", providerId));
            SecretUses.opened(Purpose.CHECK, codec, token, secrets, cookies.name(cookie));
            return claims;
        } catch (JoseException e) {
            read(cookie, e.isExpired() ? Result.EXPIRED : Result.UNREADABLE, null, providerId);
            throw new AuthException(
                    ErrorType.INVALID_CHECK, "the " + cookie.key() + " cookie could not be opened", e, providerId);
        }
    }

    /**
     * The value of the first check cookie names the sign-in: the request that sets it and the one that opens it have it in
     * common, and open their cookies in the same order.
     */
    private static void join(Claims claims) {
        var observation = RequestObservation.current();
        var value = claims.text("value");
        if (observation == null || value == null || observation.hasFlow()) return;
        observation.join(observation.flowOf(value));
    }

    private static void read(AuthCookie cookie, Result result, @Nullable String value, String providerId) {
        var observation = RequestObservation.current();
        if (observation == null) return;
        var digest = value == null ? null : observation.digest(value);
        observation.add(new Step.CheckRead(cookie, observation.provider(providerId), result, digest));
    }

    private static AuthException invalid(AuthCookie cookie, Result result, String why, String providerId) {
        read(cookie, result, null, providerId);
        return new AuthException(ErrorType.INVALID_CHECK, "the " + cookie.key() + " cookie " + why, null, providerId);
    }
}
