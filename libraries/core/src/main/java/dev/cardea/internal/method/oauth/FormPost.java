package dev.cardea.internal.method.oauth;

import dev.cardea.cookies.AuthCookie;
import dev.cardea.error.AuthException;
import dev.cardea.http.Cookie;
import dev.cardea.internal.cookie.SealedCookies;
import dev.cardea.internal.method.MethodRequest;
import dev.cardea.json.Claim;
import dev.cardea.json.Claims;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An authorization response that the provider's page posts (OAuth 2.0 Form Post Response Mode). Such a post comes from
 * another site, so browsers withhold the visitor's {@code SameSite=Lax} cookies: the session and the callback URL. The
 * response is therefore sealed into a cookie of one minute, which the GET that follows reads. No address contains its
 * code, and the GET checks it against the cookies of the browser that began the sign-in.
 */
final class FormPost {
    /** Browsers keep 4,096 bytes of a cookie's name and value. */
    private static final int MAX_COOKIE = 4_000;

    private final String providerId;
    private final SealedCookies sealed;

    FormPost(String providerId, SealedCookies sealed) {
        this.providerId = providerId;
        this.sealed = sealed;
    }

    /** The cookie that carries a posted response over; empty where it is too long for one. */
    Optional<Cookie> carryOver(MethodRequest request) {
        var params = form(request);
        int length = params.entrySet().stream()
                .mapToInt(param -> param.getKey().length() + param.getValue().length())
                .sum();
        if (length > MAX_COOKIE) return Optional.empty();
        var claims = Claims.of("value", "1").with("provider", providerId).with("params", Claims.of(params));
        var cookie = sealed.seal(request.cookies(), AuthCookie.FORM_POST_ANSWER, claims, false);
        boolean fits = cookie.name().length() + cookie.value().length() <= MAX_COOKIE;
        return fits ? Optional.of(cookie) : Optional.empty();
    }

    /**
     * The response's parameters: of the post itself, else those that were carried over.
     *
     * @throws AuthException of type InvalidCheck where what was carried over is too old, or was not made here
     */
    Map<String, String> params(MethodRequest request) {
        return request.authRequest().isPost() || !isCarriedOver(request) ? form(request) : carriedOver(request);
    }

    /** The cookies to clear once the response was read. */
    static List<Cookie> clear(MethodRequest request) {
        return isCarriedOver(request) ? List.of(request.cookies().deleted(AuthCookie.FORM_POST_ANSWER)) : List.of();
    }

    private static boolean isCarriedOver(MethodRequest request) {
        return request.authRequest().cookies().containsKey(request.cookies().name(AuthCookie.FORM_POST_ANSWER));
    }

    private Map<String, String> carriedOver(MethodRequest request) {
        var claims = sealed.openClaims(
                request.cookies(),
                AuthCookie.FORM_POST_ANSWER,
                request.authRequest().cookies(),
                providerId);
        return texts(claims.get(Claim.object("params")).orElse(Claims.NONE));
    }

    private static Map<String, String> form(MethodRequest request) {
        return texts(request.authRequest().body());
    }

    private static Map<String, String> texts(Claims fields) {
        var params = new LinkedHashMap<String, String>();
        fields.asMap().forEach((name, value) -> {
            if (value instanceof String text) params.put(name, text);
        });
        return params;
    }
}
