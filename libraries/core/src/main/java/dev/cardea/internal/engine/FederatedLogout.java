package dev.cardea.internal.engine;

import dev.cardea.action.AuthRequest;
import dev.cardea.action.InternalResponse;
import dev.cardea.action.Redirect;
import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.error.ErrorType;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.AuthCookies;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.flow.LogoutHints;
import dev.cardea.internal.flow.Redirects;
import dev.cardea.internal.method.oauth.OAuthMethod;
import dev.cardea.internal.session.EventPublisher;
import dev.cardea.jose.Hashes;
import dev.cardea.json.Claims;
import dev.cardea.provider.OAuthException;
import dev.cardea.provider.ProviderLogout.RpInitiated;
import dev.cardea.token.Randomness;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sign-out that continues at the provider (OpenID Connect RP-Initiated Logout 1.0). The sign-out leads to the route
 * {@code logout}, which alone gets the ID token of the sign-in; that leads to the provider, which leads back to it. The
 * way there can be repeated until the browser has come back, because frameworks fetch the target of a redirect in advance.
 */
final class FederatedLogout {
    private static final Duration LIFE = Duration.ofMinutes(10);
    /** A provider may lead back without {@code state}, and a framework may take the way to it once before the browser. */
    private static final int MAX_TRIPS = 3;

    private static final InternalResponse NOT_PREFETCHED =
            InternalResponse.json(503, "A logout can't be prefetched.", List.of());

    private final Map<String, Participant> providers;
    private final LogoutHints hints;
    private final SealedCookies sealed;
    private final Redirects redirects;
    private final Randomness randomness;
    private final EventPublisher publisher;

    /** A provider at which a sign-out may continue. */
    record Participant(OAuthMethod method, RpInitiated when) {
        boolean takesPart(boolean isRequested) {
            return when == RpInitiated.ALWAYS || isRequested;
        }
    }

    /** @param providers at which a sign-out may continue, by id */
    FederatedLogout(
            Map<String, Participant> providers,
            LogoutHints hints,
            SealedCookies sealed,
            Redirects redirects,
            Randomness randomness,
            EventPublisher publisher) {
        this.providers = providers;
        this.hints = hints;
        this.sealed = sealed;
        this.redirects = redirects;
        this.randomness = randomness;
        this.publisher = publisher;
    }

    /**
     * Returns where a sign-out leads, and the cookies for it.
     *
     * @param callbackUrl where the visitor wants to end
     * @param isRequested whether this sign-out asks to continue at the provider
     */
    Redirect begin(String origin, AuthCookies cookies, String callbackUrl, boolean isRequested) {
        if (providers.values().stream().noneMatch(it -> it.takesPart(isRequested)))
            return new Redirect(callbackUrl, hints.deleted(cookies));
        var claims = Claims.of("value", randomness.base64Url(32))
                .with("callbackUrl", callbackUrl)
                .with("requested", isRequested);
        return new Redirect(origin + hints.path(), List.of(keep(cookies, claims)));
    }

    private Cookie keep(AuthCookies cookies, Claims begun) {
        return sealed.keep(cookies, AuthCookie.LOGOUT, begun, cookies.options(AuthCookie.LOGOUT), LIFE);
    }

    /** Continues at the provider, or comes back from there. A visitor who is not on this way gets the site. */
    InternalResponse answer(AuthRequest request, AuthCookies cookies) {
        if (Prefetch.is(request.http())) return NOT_PREFETCHED;
        var begun = sealed.kept(cookies, AuthCookie.LOGOUT, request.cookies()).orElse(Claims.NONE);
        var value = begun.text("value");
        if (value == null) return home(request);
        var returned = request.query().get("state");
        if (returned == null) {
            int trips = begun.value("trips") instanceof Number number ? number.intValue() : 0;
            if (trips == MAX_TRIPS) return done(request, cookies, begun);
            return atProvider(request, cookies, begun, value)
                    .map(url -> InternalResponse.redirect(url, List.of(keep(cookies, begun.with("trips", trips + 1)))))
                    .orElseGet(() -> done(request, cookies, begun));
        }
        return Hashes.equal(value, returned) ? done(request, cookies, begun) : home(request);
    }

    private Optional<String> atProvider(AuthRequest request, AuthCookies cookies, Claims begun, String state) {
        boolean isRequested = Boolean.TRUE.equals(begun.value("requested"));
        return hints.read(cookies, request.cookies()).flatMap(hint -> {
            var provider = providers.get(hint.provider());
            if (provider == null || !provider.takesPart(isRequested)) return Optional.empty();
            return endSession(provider, hint, request.origin() + hints.path(), state);
        });
    }

    private Optional<String> endSession(Participant provider, LogoutHints.Hint hint, String returnTo, String state) {
        try {
            return provider.method.endSession(hint.idToken(), hint.sid(), returnTo, state);
        } catch (OAuthException e) {
            publisher.log(new AuthException(
                    ErrorType.SIGN_OUT_ERROR, "the sign-out can't continue at the provider", e, hint.provider()));
            return Optional.empty();
        }
    }

    private InternalResponse done(AuthRequest request, AuthCookies cookies, Claims begun) {
        return redirect(request, String.valueOf(begun.text("callbackUrl")), hints.deleted(cookies));
    }

    private InternalResponse home(AuthRequest request) {
        return redirect(request, request.origin(), List.of());
    }

    private InternalResponse redirect(AuthRequest request, String url, List<Cookie> cookies) {
        var origin = request.origin();
        return InternalResponse.redirect(Redirects.location(redirects.ask(url, origin), origin), cookies);
    }
}
